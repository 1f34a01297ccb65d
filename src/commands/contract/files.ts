import type { ContractGiven } from '../../api/schemas/contract.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { readSource } from '../manifest/sources.ts'

/** More than an artefact with its byte code has. */
const MAX_FILE_CHARACTERS = 16 * 1024 ** 2
const MAX_SHOWN = 50

export interface ContractFlags {
  readonly abi: string | undefined
  readonly effects: string | undefined
}

export async function readText(context: Context, file: string): Promise<string> {
  const { text } = await readSource(context, file)
  if (text.length > MAX_FILE_CHARACTERS)
    throw refusedError(`${file} is larger than ${MAX_FILE_CHARACTERS / 1024 ** 2} MiB`, { details: [NOTHING_STORED] })
  return text
}

/** The functions that the files of --abi and --effects describe. */
export async function functionsOfFiles(
  context: Context,
  { abi, effects }: ContractFlags,
): Promise<ContractGiven['functions']> {
  if (abi === '-' && effects === '-') throw usageError('only one of --abi and --effects can be stdin')
  const { readContractFiles } = await context.contractFiles()
  const read = readContractFiles({
    abi: abi === undefined ? undefined : await readText(context, abi),
    effects: effects === undefined ? undefined : await readText(context, effects),
  })
  refuseProblems(
    read.problems.map(({ file, line, message }) => `${(file === 'abi' ? abi : effects) ?? ''}:${line}: ${message}`),
  )
  return read.functions
}

/** Prints the text of an effects file as it is, or as a member of the JSON. */
export async function printEffects(
  context: Context,
  body: { readonly address: string; readonly effects: string },
): Promise<void> {
  if (context.out.isRowsOnly) await context.out.text(body.effects.trimEnd())
  else await context.out.record(body, { columns: [] })
}

/** @param problems each with file and line */
export function refuseProblems(problems: readonly string[]): void {
  const [only, ...others] = problems
  if (only === undefined) return
  if (others.length === 0) throw refusedError(only, { details: [NOTHING_STORED] })
  const hidden = problems.length - MAX_SHOWN
  throw refusedError(`the files have ${problems.length} errors`, {
    details: [...problems.slice(0, MAX_SHOWN), ...(hidden > 0 ? [`and ${hidden} more`] : []), NOTHING_STORED],
  })
}

const NOTHING_STORED = 'Nothing was stored.'
