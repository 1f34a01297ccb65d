import type { Output } from '../../api/operations.ts'
import type { Context } from '../../cli/context/context.ts'
import type { View } from '../../cli/output/view.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { makeIfAbsent, type NameConflict, refuseTakenName } from '../if-absent.ts'
import { bodyOf, type DestinationDraft } from './draft.ts'
import { isMasked } from './secrecy.ts'

type Created = Output<'createDestination'>

const createdView: View<Created> = { columns: [{ field: 'id', header: 'ID' }] }
/** Into a pipe the secret must go too: there is no second chance to read it. */
const withSecret: View<Created> = { columns: [...createdView.columns, { field: 'attributes.token', header: 'TOKEN' }] }

/** Creates the destination (with `ifAbsent` unless there is one of its name) and prints it, with the signing secret when the service made one. */
export async function createFromDraft(
  context: Context,
  draft: DestinationDraft,
  { ifAbsent, force }: NameConflict,
): Promise<void> {
  const client = await context.client()
  const find = async (): Promise<Created | undefined> => {
    const found = (await client.call('listDestinations')).find(({ name }) => name === draft.name)
    return found && { ...found, active: found.state !== 'INACTIVE' }
  }
  if (!ifAbsent && !force) await refuseTakenName(context, 'destination', draft.name, async () => (await find())?.id)
  const make = () => client.call('createDestination', { body: bodyOf(draft) })
  const { body, wasThere } = await makeIfAbsent(context, ifAbsent, find, make)
  if (wasThere) {
    const sentence = `Already there: destination ${body.name} (${body.channel}) (${context.where()})\n  id ${body.id}`
    return context.out.done(body, createdView, sentence)
  }
  const secret = draft.token === undefined ? newSecretOf(body) : undefined
  const lines = [
    `Created destination ${body.name} (${body.channel}) (${context.where()})`,
    `  id ${body.id}`,
    ...(secret === undefined ? [] : ['', `  signing secret  ${secret}`, `  ${KEEP_IT}`, '']),
    `  test it: txwarden destination test ${quoteWord(body.id)}`,
  ]
  await context.out.done(body, secret === undefined ? createdView : withSecret, lines.join('\n'))
  if (secret !== undefined) await sayAboutSecret(context, secret)
}

const KEEP_IT = 'Shown this once: the receiver needs it to verify what it gets.'

/** People have read it on the card. With --fields it may be in no output at all, and then it must still be seen. */
async function sayAboutSecret(context: Context, secret: string): Promise<void> {
  const { fields } = context.globals
  const isPrinted = !fields || fields.some((field) => field === 'attributes' || field === 'attributes.token')
  if (!isPrinted) await context.io.stderr.write(`signing secret ${secret}\n${KEEP_IT}\n`)
  else if (!context.out.isForPeople || fields) await context.note(`The token is the signing secret. ${KEEP_IT}`)
}

/** Only what comes unmasked is a secret that somebody can use. */
function newSecretOf({ attributes }: Created): string | undefined {
  const token = attributes?.token
  return token === undefined || token === '' || isMasked(token) ? undefined : token
}
