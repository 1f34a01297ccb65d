import { counted } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { plainAddresses } from '../../cli/input/chain-addresses.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { inputName, readInput } from '../../cli/input/read-input.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { formText, type InputForm } from './forms.ts'
import type { Inputs } from './input.ts'
import type { RequestBody } from './members.ts'

/** Flags that say what a file does not: the chain and sender of a request, the entry point of a user operation. */
interface FileFlags {
  readonly file: string
  readonly chain?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What a file or stdin holds, in any form that is read. */
export async function inputsIn(context: Context, { file, chain, from, to }: FileFlags): Promise<Inputs> {
  const text = await readInput(context, file)
  const chainId = await maybeChainIdOf(context, chain)
  const { readInputs } = await import('./read-inputs.ts')
  return readInputs(text, {
    name: inputName(file),
    chainId,
    from: await plainFlag('--from', from, chainId),
    to: await plainFlag('--to', to, chainId),
  })
}

/** The address of a flag, which may have its chain before it. */
export async function plainFlag(
  name: string,
  address: string | undefined,
  chainId: string | undefined,
): Promise<string | undefined> {
  if (address === undefined) return undefined
  return (await plainAddresses([address], chainId === undefined ? [] : [chainId], { name })).addresses[0]
}

const plainTransactions: readonly InputForm[] = ['transaction', 'request-body']
/** Forms that hold several transactions themselves. */
const containers: readonly InputForm[] = ['safe-batch', 'forge-broadcast', 'ignition-journal']

/** Says which form was recognised. @param plain what the command takes first, of which nothing is said */
export async function noteForm(
  context: Context,
  file: string,
  { form, transactions: { length } }: Inputs,
  plain = plainTransactions,
): Promise<void> {
  if (length === 1 && plain.includes(form)) return
  const name = inputName(file)
  const text = formText(form)
  const count = counted(length, 'transaction')
  if (containers.includes(form)) return context.note(`${name} is ${text}, with ${count}.`)
  await context.note(length === 1 ? `${name} is ${text}.` : `${name} has ${count}, read as ${text}.`)
}

/** The request body in a file that has one transaction. */
export async function onlyTransactionIn(context: Context, flags: FileFlags): Promise<RequestBody> {
  const { form, transactions } = await inputsIn(context, flags)
  const [only, second] = transactions
  const name = inputName(flags.file)
  if (second) throw refusedError(`${name} has ${transactions.length} transactions, and this takes one`)
  if (only.kind === 'transaction') return only.body
  throw refusedError(`${name} is ${formText(form)}: a message to be signed, not a transaction`, {
    try: `txwarden validate --typed-data ${quoteWord(flags.file)}`,
  })
}
