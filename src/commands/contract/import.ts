import type { ContractGiven } from '../../api/schemas/contract.ts'
import { counted } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { required, text } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'

const MAX_SHOWN = 20

interface Report {
  /** Contracts that are described by descriptors now. */
  readonly contracts: number
  readonly functions: number
  /** Contracts that keep the description of the operator. */
  readonly kept: readonly string[]
  readonly refused: readonly string[]
  /** Files about messages, or about no contract on a supported chain. */
  readonly others: number
}

export const contractImport = defineCommand({
  name: 'contract import',
  summary: 'Import public descriptors of contracts (ERC-7730)',
  description:
    'Reads a clear-signing descriptor, or all of a folder. They are witnesses: they explain calls and may add findings, but they never lower a verdict, and a call that only a descriptor explains stays NO DATA. A contract that you described yourself keeps your description. A wrong file is refused by name; in a folder the others are imported, and the exit code is 4.',
  options: { erc7730: required(text('file', 'descriptor as JSON, or a folder of them', { completes: 'file' })) },
  examples: [
    { command: 'txwarden contract import --erc7730 registry' },
    { command: 'txwarden contract import --erc7730 calldata-vault.json --json' },
  ],
  async run(context, { erc7730: place }) {
    const [{ descriptorFiles }, { refuseProblems }] = await Promise.all([
      import('./descriptor-files.ts'),
      import('./files.ts'),
    ])
    const files = await descriptorFiles(context, place)
    const { readDescriptors } = await context.contractFiles()
    const { contracts, refused, others } = readDescriptors(files)
    const problems = refused.map(({ file, line, message }) => `${file}:${line}: ${message}`)
    if (contracts.length === 0) {
      refuseProblems(problems)
      throw refusedError(`${place} describes no contract on a supported chain`, { details: ['Nothing was stored.'] })
    }
    const kept = await store(context, contracts)
    const stored = contracts.filter((each) => !kept.includes(keyOf(each)))
    const report: Report = {
      contracts: stored.length,
      functions: stored.reduce((sum, { functions }) => sum + functions.length, 0),
      kept,
      refused: problems,
      others,
    }
    await context.out.done(report, { columns: plainColumns('contracts', 'functions', 'others') }, [
      `Imported descriptors of ${counted(report.contracts, 'contract')}, ${counted(report.functions, 'function')} (${context.where()})`,
      ...(kept.length > 0 ? [`  ${counted(kept.length, 'contract')} kept: described by you`] : []),
    ])
    for (const problem of problems.slice(0, MAX_SHOWN)) await context.note(`! ${problem}`)
    if (problems.length > MAX_SHOWN) await context.note(`! and ${problems.length - MAX_SHOWN} more files are refused`)
    return problems.length > 0 ? exitCodes.partial : exitCodes.ok
  },
})

function keyOf({ chainId, address }: Pick<ContractGiven, 'chainId' | 'address'>): string {
  return `${chainId}/${address.toLowerCase()}`
}

/** Stores all but those that the operator described; returns these. */
async function store(context: Context, contracts: readonly ContractGiven[]): Promise<string[]> {
  const client = await context.client()
  const { managedContracts } = await import('./managed.ts')
  const own = new Set((await managedContracts.read(context, true)).map(keyOf))
  const kept: string[] = []
  for (const contract of contracts) {
    if (own.has(keyOf(contract))) kept.push(keyOf(contract))
    else await client.call('setContract', { body: contract })
  }
  return kept
}
