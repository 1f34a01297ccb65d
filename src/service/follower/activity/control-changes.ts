import { answeredAddresses } from '../../chain/accounts/answers.ts'
import { questions } from '../../chain/accounts/raw-account.ts'
import type { MatchedTransaction } from '../../chain/blocks/block.ts'
import { argumentsOf, type Log } from '../../evm/logs.ts'
import { addressAt, addressOfWord } from '../../evm/words.ts'
import { controlTables, OWNERSHIP_TRANSFERRED, signerEvents } from '../../risk/chain/control-events.ts'
import type { ActivityPart, PartsByKind } from './details.ts'
import type { TransferContext } from './verify-transfer.ts'

/** Reads changes of who controls an account or its code, and of contracts that it owned or owns now. */
export async function readControlChanges(
  { transaction, receipt }: MatchedTransaction,
  isOwn: boolean,
  context: TransferContext,
): Promise<PartsByKind> {
  const { account } = context
  const own = receipt.logs.filter(({ address }) => address === account).flatMap(ownEvent)
  const foreign = receipt.logs.filter(
    (log) => log.address !== account && log.topics[0] === OWNERSHIP_TRANSFERRED && partiesOf(log).includes(account),
  )
  const owned = await Promise.all(foreign.map((log) => ownership(log, isOwn, context)))
  const others = receipt.logs.filter(({ address }) => address !== account)
  const signed = await Promise.all(others.map((log) => signature(log, isOwn, context)))
  const created: ActivityPart[] =
    receipt.created === account
      ? [{ other: transaction.from, notes: [{ code: 'created-by', creator: transaction.from }] }]
      : []
  return {
    upgraded: [...created, ...own.filter(({ kind }) => kind === 'upgraded').map(({ part }) => part)],
    'owners-changed': [
      ...own.filter(({ kind }) => kind === 'owners-changed').map(({ part }) => part),
      ...owned.flatMap(({ changed }) => changed ?? []),
      ...signed.flatMap((part) => part ?? []),
    ],
    poison: owned.flatMap(({ poison }) => poison ?? []),
  }
}

/** What the account says about itself. */
function ownEvent(log: Log): { kind: 'upgraded' | 'owners-changed'; part: ActivityPart }[] {
  const { events, roleEvents, roles } = controlTables()
  const [topic = ''] = log.topics
  const args = argumentsOf(log)
  const event = events.get(topic)
  if (event !== undefined) {
    const other = event.other === undefined ? undefined : args[event.other]
    const notes = [{ code: 'control-changed', change: event.change }] as const
    return [{ kind: event.kind, part: { ...(other !== undefined && { other: addressOfWord(other) }), notes } }]
  }
  const code = roleEvents.get(topic)
  const role = roles.get(`0x${args[0]}`)
  if (code === undefined || role === undefined || args[1] === undefined) return []
  const holder = addressOfWord(args[1])
  return [{ kind: 'owners-changed', part: { other: holder, notes: [{ code, holder, role }] } }]
}

/** Any contract can claim an owner; the claim alone proves nothing. */
async function ownership(
  log: Log,
  isOwn: boolean,
  { account, state, knowledge }: TransferContext,
): Promise<{ changed?: ActivityPart; poison?: ActivityPart }> {
  const [previous = '', next = ''] = partiesOf(log)
  const isLost = previous === account
  if (previous === next) return {}
  const note = { code: isLost ? 'owner-lost' : 'owner-gained', contract: log.address } as const
  const part: ActivityPart = { other: isLost ? next : previous, notes: [note] }
  if (isOwn || knowledge.isListed(log.address)) return { changed: part }
  const answer = await state.call({ target: log.address, data: questions.owner }, isLost ? 'before' : 'after')
  if (answer === undefined) return { changed: { ...part, notes: [{ ...note, doubt: 'claimed' }] } }
  return addressAt(answer) === account
    ? { changed: part }
    : { poison: { ...part, notes: [{ ...note, doubt: 'untrue' }] } }
}

/** A contract of others says that the account becomes one of its signers, or is none any more: its list decides. */
async function signature(
  log: Log,
  isOwn: boolean,
  { account, state }: TransferContext,
): Promise<ActivityPart | undefined> {
  const change = signerEvents().get(log.topics[0] ?? '')
  const [signer] = argumentsOf(log)
  if (change === undefined || signer === undefined || addressOfWord(signer) !== account) return undefined
  const note = { code: change === 'added' ? 'signer-gained' : 'signer-lost', contract: log.address } as const
  const part: ActivityPart = { other: log.address, notes: [note] }
  if (isOwn) return part
  const read = { target: log.address, data: questions.getOwners }
  const answer = await state.call(read, change === 'added' ? 'after' : 'before')
  if (answer === undefined) return { ...part, notes: [{ ...note, doubt: 'claimed' }] }
  return answeredAddresses(answer)?.includes(account) ? part : undefined
}

/** Previous and new owner. */
function partiesOf(log: Log): readonly string[] {
  const [previous, next] = argumentsOf(log)
  return previous === undefined || next === undefined ? [] : [addressOfWord(previous), addressOfWord(next)]
}
