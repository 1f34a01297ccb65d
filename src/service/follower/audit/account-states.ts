import type { BlockHeader } from '../../chain/blocks/block.ts'
import { type BlockParameter, balanceAt, codeAt, nonceAt, valueIn } from '../../chain/state/requests.ts'
import { readStates, type StateSource } from '../../chain/state/state-reader.ts'
import type { AuditContext } from './audit.ts'
import type { AccountState, HostAnswer } from './ledger.ts'

/** Reads accounts at blocks, in their order; undefined where the node does not have the state. */
export async function readAccounts(
  source: StateSource,
  accounts: readonly { readonly address: string; readonly block: BlockParameter }[],
): Promise<readonly (AccountState | undefined)[]> {
  const answers = await readStates<bigint | number>(
    source,
    accounts.flatMap(({ address, block }) => [balanceAt(address, block), nonceAt(address, block)]),
  )
  return accounts.map((_, index) => {
    const [balance, nonce] = [valueIn(answers[2 * index]), valueIn(answers[2 * index + 1])]
    return balance === undefined || nonce === undefined ? undefined : { balance: BigInt(balance), nonce: Number(nonce) }
  })
}

type TwoAnswers = readonly [HostAnswer<AccountState | undefined>, HostAnswer<AccountState | undefined>]

/**
 * Reads accounts twice, on another node where there is one that has the block, because a node that lags or lies gives
 * another state.
 */
export async function readTwice(
  { source, secondSource }: Pick<AuditContext, 'source' | 'secondSource'>,
  accounts: Parameters<typeof readAccounts>[1],
): Promise<readonly TwoAnswers[]> {
  const first = await readAccounts(source, accounts)
  const others = secondSource ? await readAccounts(secondSource, accounts) : first.map(() => undefined)
  const again = others.includes(undefined) ? await readAccounts(source, accounts) : others
  return first.map((state, at) => {
    const { host } = (others[at] && secondSource) || source
    return [
      { host: source.host, state },
      { host, state: others[at] ?? again[at] },
    ]
  })
}

/** Whether both answers have a state. */
export function haveStates(answers: TwoAnswers): answers is readonly [HostAnswer, HostAnswer] {
  return answers.every(({ state }) => state !== undefined)
}

export function isSameState(one: AccountState, other: AccountState): boolean {
  return one.balance === other.balance && one.nonce === other.nonce
}

/** Reads the code of accounts, in lower case; undefined where the node does not say. */
export async function readCodes(
  source: StateSource,
  addresses: readonly string[],
  { hash }: Pick<BlockHeader, 'hash'>,
): Promise<readonly (string | undefined)[]> {
  const codes = await readStates(
    source,
    addresses.map((address) => codeAt(address, { blockHash: hash })),
  )
  return codes.map(valueIn)
}
