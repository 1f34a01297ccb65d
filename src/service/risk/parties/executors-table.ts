// Written by scripts/baseline.ts from data/baseline; do not edit.

/** Contracts (lower case) that make any call for anyone in their own name, and their chains (none: all). */
export const executorsTable: ReadonlyMap<string, readonly string[]> = new Map([
  ['0x0139141cd4ee88df3cdb65881d411bae271ef0c2', ['43114']],
  ['0x091e99cb1c49331a94dd62755d168e941abd0693', ['8453']],
  ['0x1f98415757620b543a52e61c46b32eb19261f984', ['1', '10', '137']],
  ['0x2dfadab8266483bed9fd9a292ce56596a2d1378d', ['56', '137', '42161', '43114']],
  ['0x40a2accbd92bca938b02010e17a5b8929b49130d', []],
  ['0x4dac9d1769b9b304cb04741dcdeb2fc14abdf110', ['8453']],
  ['0x5ba1e12693dc8f9c48aad8770482f4739beed696', ['1', '42161', '11155111']],
  ['0x963df249ed09c358a4819e39d9cd5736c3087184', ['56']],
  ['0x9641d764fc13c8b624c04430c7356c1c7c8102e2', []],
  ['0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b', []],
  ['0xa83c336b20401af773b6219ba5027174338d1836', []],
  ['0xadf885960b47ea2cd9b55e6dac6b42b7cb2806db', ['42161']],
  ['0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f', ['1', '10', '56', '137', '8453', '42161', '43114']],
  ['0xc9e66aa9b08eb667e450e072e96f7086ad9f2c91', ['10']],
  ['0xca11bde05977b3631167028862be2a173976ca11', []],
  ['0xd7f33bcdb21b359c8ee6f0251d30e94832baad07', ['11155111']],
  ['0xd9b2da9c45b118e4e93a004fb1452bcdb6cc0e88', ['1']],
  ['0xeefba1e63905ef1d7acba5a8513c70307c1ce441', ['1']],
  ['0xf5042e6ffac5a625d4e7848e0b01373d8eb9e222', ['1', '10', '56', '137', '8453', '42161', '43114']],
])
