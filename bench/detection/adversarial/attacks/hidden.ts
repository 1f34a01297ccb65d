import { addressOf, call, hashOf, left, packed, right } from '../encode.ts'
import { PERMIT2, UNI, UNIVERSAL_ROUTER, USDC, WETH } from '../protocols.ts'
import { block, DEADLINE, type Group, type Known, ONE, usd } from '../row.ts'

const thief = addressOf('listed thief')

const unknown = addressOf('unknown program')

const blocked = { lists: [block(thief)] }
const known = (kind: Known['kind'], label: string) => ({ intel: [{ kind, label, address: thief }] })

export const hidden: Group = {
  name: 'listed address in data of unknown functions',
  rows: [
    {
      id: 'word',
      what: 'A blocked thief is an argument of an unknown function.',
      source: 'Contract ABI specification: address',
      to: unknown,
      data: call('assignVenue(uint256,address)', 4n, thief),
      ...blocked,
    },
    {
      id: 'bytes32-left',
      what: 'A blocked thief is a bytes32 with zeros on the left.',
      source: 'Contract ABI specification: bytes32',
      to: unknown,
      data: call('routeOut(bytes32,uint256)', left(thief), 3n * ONE),
      ...blocked,
    },
    {
      id: 'bytes32-right',
      what: 'A blocked thief is a bytes32 with zeros on the right.',
      source: 'Contract ABI specification: bytes32',
      to: unknown,
      data: call('routeOutFar(bytes32,uint256)', right(thief), 3n * ONE),
      ...blocked,
    },
    {
      id: 'packed-bytes',
      what: 'A blocked thief stands in packed bytes between a flag and an amount.',
      source: 'Solidity: abi.encodePacked',
      to: unknown,
      data: call('perform(bytes)', packed([8, 2], thief, [128, 9n * ONE])),
      ...blocked,
    },
    {
      id: 'tail',
      what: 'A blocked thief follows the arguments as 20 bytes at the end.',
      source: 'Aggregators: referrer appended to call data',
      to: unknown,
      data: packed(call('settleNow(uint256)', 9n), thief),
      ...blocked,
    },
    {
      id: 'no-selector',
      what: 'The call data is packed and without selector; it names a blocked thief.',
      source: 'Solidity: fallback function with own format',
      to: unknown,
      data: packed([8, 7], [16, 500], thief, [64, 1_000_000n], WETH),
      ...blocked,
    },
    {
      id: 'nested-bytes',
      what: 'A transfer to a blocked thief is packed in bytes in bytes.',
      source: 'Contract ABI specification: bytes',
      to: unknown,
      data: call('relayOuter(uint256,bytes)', 1n, call('relayInner(bytes)', call('settleFor(address)', thief))),
      ...blocked,
    },
    {
      id: 'in-array',
      what: 'A blocked thief is the fourth of five addresses of an unknown function.',
      source: 'Contract ABI specification: address[]',
      to: unknown,
      data: call('arrange(address[])', [USDC, WETH, UNI, thief, PERMIT2]),
      ...blocked,
    },
    {
      id: 'in-tuple',
      what: 'A sanctioned account is a member of a nested tuple.',
      source: 'Contract ABI specification: tuples',
      to: unknown,
      data: call('openPlan((uint256,(address,uint96),bytes))', [1n, [thief, 5n], '0x']),
      ...known('sanctioned', 'OFAC SDN'),
    },
    {
      id: 'high-bits',
      what: 'A blocked thief shares its word with flags in the high bits.',
      source: '1inch v6: addresses with flags in uint256',
      to: unknown,
      data: call('exchangeVia(uint256,uint256)', (3n << 253n) | BigInt(thief), usd(900)),
      ...blocked,
    },
    {
      id: 'amount-and-address',
      what: 'A word holds an amount of 96 bits and a blocked thief.',
      source: 'Optimized routers: packed words',
      to: unknown,
      data: call('quickPay(uint256)', (BigInt(thief) << 96n) | ONE),
      ...blocked,
    },
    {
      id: 'known-function-extra-data',
      what: 'A known function is followed by 32 bytes more, with a blocked thief.',
      source: 'Contract ABI specification: decoders ignore trailing data',
      to: unknown,
      value: ONE,
      data: packed(call('deposit()'), left(thief)),
      ...blocked,
    },
    {
      id: 'universal-router-command',
      what: 'A command that no table knows names a blocked thief.',
      source: 'Uniswap: Universal Router, commands',
      to: UNIVERSAL_ROUTER,
      data: call('execute(bytes,bytes[],uint256)', '0x3d', [left(thief)], DEADLINE),
      ...blocked,
    },
    {
      id: 'constructor',
      what: 'The new contract belongs to a blocked thief: a constructor argument.',
      source: 'Solidity: constructor arguments follow the init code',
      to: undefined,
      data: packed(`0x60806040${'5b'.repeat(90)}`, left(thief)),
      ...blocked,
    },
  ],
}

export const unknownProtocols: Group = {
  name: 'invented protocols with a malicious, sanctioned or mixing address',
  rows: [
    {
      id: 'malicious-argument',
      what: 'A known drainer receives the points of the signer.',
      source: 'Invented function; only the address is known',
      to: unknown,
      data: call('moveHarvest(address,uint64,bool)', thief, 77n, true),
      ...known('malicious', 'Drainer'),
    },
    {
      id: 'sanctioned-argument',
      what: 'A sanctioned account gets a seat.',
      source: 'Invented function; only the address is known',
      to: unknown,
      value: ONE,
      data: call('seatAt(uint8,address)', 3, thief),
      ...known('sanctioned', 'OFAC SDN'),
    },
    {
      id: 'mixer-argument',
      what: 'Ether is routed to a mixer.',
      source: 'Invented function; only the address is known',
      to: unknown,
      value: 10n * ONE,
      data: call('passThrough(address,bytes32)', thief, hashOf('note')),
      ...known('mixer', 'Mixer'),
    },
    {
      id: 'target-malicious',
      what: 'The program itself is a known drainer.',
      source: 'Invented function; only the address is known',
      to: thief,
      value: ONE,
      data: call('orbit(uint256)', 4n),
      ...known('malicious', 'Drainer'),
    },
    {
      id: 'in-batch',
      what: 'The third call of an unknown batch goes to a known drainer.',
      source: 'Invented function; only the address is known',
      to: unknown,
      data: call('sequence((uint8,address,bytes)[])', [
        [0, USDC, '0x'],
        [1, WETH, '0x'],
        [1, thief, '0x12345678'],
      ]),
      ...known('malicious', 'Drainer'),
    },
    {
      id: 'beneficiary-in-options',
      what: 'Options in bytes name a known drainer as beneficiary.',
      source: 'Invented function; only the address is known',
      to: unknown,
      value: ONE / 2n,
      data: call('engage(uint256,bytes)', 8n, packed([16, 3], [8, 20], thief)),
      ...known('malicious', 'Drainer'),
    },
    {
      id: 'on-another-chain',
      what: 'A blocked thief on Base gets the items.',
      source: 'Invented function; only the address is known',
      chainId: '8453',
      to: unknown,
      data: call('handItems(uint16[],address)', [1, 2, 3], thief),
      ...blocked,
    },
    {
      id: 'after-payments',
      what: 'The program is known by payments; the new argument is a blocked thief.',
      source: 'Invented function; only the address is known',
      to: unknown,
      data: call('appoint(bytes4,address)', '0x01020304', thief),
      history: [{ kind: 'payment', to: unknown, amount: ONE, verdict: 'safe' }],
      ...blocked,
    },
  ],
}
