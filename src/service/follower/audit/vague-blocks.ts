import { isFailure, type RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { chainBlockHashes } from '../../store/repositories/chain-blocks.ts'
import { type AccountChange, nearestIn, possibleChange } from './account-changes.ts'
import { blockParameter, isSameState, readTwice } from './account-states.ts'
import type { AuditContext, FoundActivity } from './audit.ts'
import { type Difference, explainBlock } from './explain-block.ts'
import { type AccountState, type BalanceLedger, changeIn, withChange } from './ledger.ts'
import type { Suspect } from './suspects.ts'

/** Blocks of one account in one audit; the others follow with the next ones. */
const MOST_BLOCKS = 32
/** Blocks whose states full nodes keep: for those it can be read again, although it failed. */
const KEPT_STATES = 128

/**
 * Lists the blocks up to a number of which it was not said by how much they change the balance of an account, such as
 * those with fees of the block or an unknown fee. No state after them can be expected before that is known.
 */
export function vagueBlocks({ base, changes }: BalanceLedger, last: number): number[] {
  if (!base) return []
  return [...changes]
    .filter(([number, { balance }]) => number <= last && balance === undefined)
    .map(([number]) => number)
    .sort((a, b) => a - b)
}

export interface ResolvedBlock {
  /** The same accounts; a ledger without vague blocks is complete. */
  readonly suspects: readonly Suspect[]
  readonly found: readonly FoundActivity[]
  readonly failure: RpcFailure | undefined
}

interface Resolving extends AuditContext {
  /** Whether no further block is to be read. */
  isOver(): boolean
}

interface VagueBlock {
  readonly number: number
  readonly suspect: Suspect
}

/**
 * Finds out by how much the vague blocks of accounts change them: by the states before and after, which are compared
 * with what each block can change. A block whose states the node does not keep counts as having changed what the state
 * at the end requires, as far as it can.
 */
export async function resolveVagueBlocks(suspects: readonly Suspect[], context: Resolving): Promise<ResolvedBlock> {
  const open = new Map(suspects.map((suspect) => [suspect.address, suspect]))
  const found: FoundActivity[] = []
  const vague = suspects.flatMap((suspect) =>
    vagueBlocks(suspect.ledger, suspect.at.number)
      .slice(0, MOST_BLOCKS)
      .map((number): VagueBlock => ({ number, suspect })),
  )
  if (vague.length === 0) return { suspects, found, failure: undefined }
  const hashes = await chainBlockHashes(
    context.db,
    context.chainId,
    vague.flatMap(({ number }) => [number - 1, number]),
  )
  const states = await readAround(vague, hashes, context)
  for (const [number, group] of [...Map.groupBy(vague, (each) => each.number)].sort(([a], [b]) => a - b)) {
    if (context.isOver()) break
    const accounts = group.map(({ suspect: { address } }) => open.get(address) as Suspect)
    const explained = await explainGroup({ at: hashes.get(number) ?? number, number, accounts, states }, context)
    if (isFailure(explained)) return { suspects: [...open.values()], found, failure: explained }
    if (explained.found) found.push(explained.found)
    for (const [{ address, ledger, ...suspect }, change] of explained.changes)
      open.set(address, { ...suspect, address, ledger: withChange(ledger, number, change) })
  }
  return { suspects: [...open.values()], found, failure: undefined }
}

/** The states of an account around a block; undefined: the node does not give them · disputed: two answers differ. */
type Around = { readonly before: AccountState; readonly after: AccountState } | 'disputed' | undefined

/** Reads each state twice. @returns by number and address */
async function readAround(
  vague: readonly VagueBlock[],
  hashes: ReadonlyMap<number, string>,
  context: Resolving,
): Promise<ReadonlyMap<string, Around>> {
  const wanted = vague.flatMap(({ number, suspect: { address } }) =>
    [number - 1, number].map((at) => ({ address, block: blockParameter(at, hashes.get(at)) })),
  )
  const states = await readTwice(context, wanted)
  const stateAt = (index: number): AccountState | 'disputed' | undefined => {
    const { state, other } = states[index] ?? {}
    return state && other && !isSameState(state, other) ? 'disputed' : (state ?? other)
  }
  return new Map(
    vague.map(({ number, suspect: { address } }, index): [string, Around] => {
      const [before, after] = [stateAt(2 * index), stateAt(2 * index + 1)]
      if (before === 'disputed' || after === 'disputed') return [keyOf(number, address), 'disputed']
      return [keyOf(number, address), before && after && { before, after }]
    }),
  )
}

interface VagueGroup {
  readonly at: number | string
  readonly number: number
  readonly accounts: readonly Suspect[]
  readonly states: ReadonlyMap<string, Around>
}

interface ExplainedGroup {
  readonly found: FoundActivity | undefined
  readonly changes: readonly (readonly [Suspect, AccountChange])[]
}

/** What one block changes; an account that is left out stays vague. */
async function explainGroup(
  { at, number, accounts, states }: VagueGroup,
  context: Resolving,
): Promise<ExplainedGroup | RpcFailure> {
  const around = accounts.map((suspect) => ({ suspect, states: states.get(keyOf(number, suspect.address)) }))
  const known = around.flatMap(({ suspect, states: each }) =>
    each === undefined || each === 'disputed' ? [] : [{ suspect, ...each }],
  )
  const explained =
    known.length === 0
      ? undefined
      : await explainBlock(
          at,
          known.map((each) => differenceOf(number, each)),
          context,
        )
  if (explained && isFailure(explained)) return explained
  const lost = around.flatMap(({ suspect, states: each }) =>
    each === undefined && number <= suspect.head.header.number - KEPT_STATES ? [suspect] : [],
  )
  const addresses = lost.map(({ address }) => address)
  const block = lost.length === 0 ? undefined : await context.source.block(at, addresses)
  if (block && isFailure(block)) return block
  const activities = explained?.activities ?? []
  return {
    found: explained && activities.length > 0 ? { header: explained.block.header, activities } : undefined,
    changes: [
      ...known.map(({ suspect, before, after }) => [suspect, changeBetween(before, after)] as const),
      ...lost.map((suspect) => {
        const balance = block && nearestIn(possibleChange(block, suspect.address), missingIn(suspect))
        return [suspect, { balance, nonce: changeIn(suspect.ledger, number).nonce }] as const
      }),
    ],
  }
}

interface Known {
  readonly suspect: Suspect
  readonly before: AccountState
  readonly after: AccountState
}

function differenceOf(number: number, { suspect, before, after }: Known): Difference {
  const { address, ledger, nonceOf } = suspect
  const noted = changeIn(ledger, number)
  const { balance, nonce } = changeBetween(before, after)
  return {
    ...{ address, noted, surplus: { balance, nonce: nonce - (noted.nonce ?? 0) } },
    ...{ countsNonce: nonceOf === 'transactions', notBefore: undefined },
  }
}

function changeBetween(before: AccountState, after: AccountState): AccountState {
  return { balance: after.balance - before.balance, nonce: after.nonce - before.nonce }
}

/** Wei that vague blocks have to change, so that the state at the end is what the blocks explain. */
function missingIn({ ledger, state, at }: Suspect): bigint {
  const { base, changes } = ledger
  const known = [...changes].filter(([number]) => number <= at.number).map(([, { balance = 0n }]) => balance)
  return state.balance - known.reduce((sum, balance) => sum + balance, base?.balance ?? 0n)
}

function keyOf(number: number, address: string): string {
  return `${number} ${address}`
}
