import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'

/** Sources, and what is written beside each: code for the program, or artefacts for tests. */
const LENS = 'src/service/chain/contracts/Lens.sol'
const TESTED = [
  'Tokens',
  'Items',
  'Exchange',
  'Protocols',
  'Accounts',
  'Drainers',
  'Hostile',
  'Controls',
  'Scripted',
].map((name) => `test/chain/contracts/${name}.sol`)

/**
 * For chains that have no later instructions; without metadata, the code depends on the source only. The code of the program
 * is made smaller, which takes the compiler three times as long.
 */
const settings = (viaIR: boolean) => ({
  evmVersion: 'london',
  viaIR,
  optimizer: { enabled: true, runs: 1 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
})

interface Contract {
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: { readonly object: string }
  }
}

interface Output {
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Contract>>>>
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
}

/** Compiles with the compiler that `npm run tools` installs. Path and content of every file that is made from a source. */
export function compileContracts(): ReadonlyMap<string, string> {
  const fromTools = createRequire(new URL('../test/tools/package.json', import.meta.url))
  const solc = fromTools('solc') as { compile(input: string): string; version(): string }
  const compile = (paths: readonly string[], viaIR: boolean) => {
    const sources = Object.fromEntries(paths.map((path) => [path, { content: readFileSync(path, 'utf8') }]))
    const input = { language: 'Solidity', sources, settings: settings(viaIR) }
    const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as Output
    const fatal = errors.filter(({ severity }) => severity === 'error')
    if (fatal.length > 0) throw new Error(fatal.map(({ formattedMessage }) => formattedMessage).join('\n'))
    return contracts
  }
  const ours = compile([LENS], true)
  const tested = compile(TESTED, false)
  const [version = ''] = solc.version().split('+')
  return new Map([
    ['src/service/chain/contracts/lens-code.ts', lensCode(version, ours[LENS] ?? {})],
    ...TESTED.map((path) => [path.replace(/sol$/, 'json'), artefacts(tested[path] ?? {})] as const),
  ])
}

function lensCode(version: string, { Lens, Slots, Spender }: Readonly<Record<string, Contract>>): string {
  const code = (contract: Contract | undefined) => `'0x${contract?.evm.deployedBytecode.object}'`
  return `/** Room: Code that runs in \`eth_call\` only, to ask many questions at once. */

/** The code is compiled from ${basename(LENS)} with solc ${version} for London; a test compiles it again and compares. */
export const LENS_CODE =
  ${code(Lens)}

export const SLOTS_CODE = ${code(Slots)}

export const SPENDER_CODE =
  ${code(Spender)}
`
}

/** Code that creates a contract, and its code; abstract contracts and interfaces have none. */
function artefacts(contracts: Readonly<Record<string, Contract>>): string {
  const compiled = Object.entries(contracts)
    .filter(([, { evm }]) => evm.bytecode.object !== '')
    .map(([name, { evm }]) => [
      name,
      { creation: `0x${evm.bytecode.object}`, code: `0x${evm.deployedBytecode.object}` },
    ])
  return `${JSON.stringify(Object.fromEntries(compiled), null, 2)}\n`
}

if (import.meta.main) for (const [path, content] of compileContracts()) writeFileSync(path, content)
