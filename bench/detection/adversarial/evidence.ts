import { HISTORY_FACTOR } from '../../../src/api/vocabulary.ts'
import { NATIVE } from '../../../src/service/evm/asset.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import type { Counterparty, KnownAllowance, KnownEvidence, KnownPayment } from '../../../src/service/risk/evidence.ts'
import { type PaidAmounts, paidIn, paymentKey, paymentsVouch } from '../../../src/service/risk/money/history.ts'
import type { Transaction } from '../../../src/service/risk/types.ts'
import { Knowledge } from '../knowledge.ts'
import { type Earlier, type Known, type Row, SIGNER } from './row.ts'

/** A row as the engine takes it. */
export interface Presented {
  readonly transaction: Transaction
  readonly knowledge: Knowledge
  readonly known: Partial<KnownEvidence>
}

/** The only place that knows how the engine takes evidence. */
export function present(row: Row): Presented {
  const { chainId = '1', from = SIGNER, to, value = 0n, data = '0x', authorizations, lists = [], intel = [] } = row
  const transaction = { chainId, from, to, value, data, ...(authorizations && { authorizations }) }
  const counterparties = row.history ? historyOf(row.history, paidIn(analyze(transaction))) : []
  return {
    transaction,
    knowledge: knowledgeOf(intel),
    known: {
      entries: lists.map((entry, index) => ({ id: `entry-${index}`, ...entry })),
      counterparties,
      allowances: allowancesOf(row),
      hasHistory: (row.history ?? []).length > 0,
    },
  }
}

const DAY_MS = 86_400_000

/** Counterparties of payments; one from a transaction at WARNING or more vouches for nothing. */
function historyOf(history: readonly Earlier[], paid: PaidAmounts): Counterparty[] {
  const payments = history.filter(({ kind }) => kind === 'payment')
  const groups = Map.groupBy(payments, ({ by, to }) => `${by} ${to}`)
  return Array.from(groups.values(), (group) => {
    const [{ by, to }] = group as [Earlier]
    const known = paymentsOf(group.filter(({ verdict }) => verdict === 'safe'))
    const vouches = known.length > 0 && paymentsVouch(known, paid.get(to), HISTORY_FACTOR)
    const firstSeen = Math.min(...group.map(({ day = 0 }) => day * DAY_MS))
    return { ...(by && { owner: by }), address: to, firstSeen, count: group.length, hadValue: true, vouches }
  })
}

/** The largest of each asset; an amount of a token may be one of its items. */
function paymentsOf(earlier: readonly Earlier[]): KnownPayment[] {
  const both = (['erc20', 'erc721'] as const).flatMap((standard) => earlier.map((each) => ({ ...each, standard })))
  const byAsset = Map.groupBy(both, ({ token, standard }) => paymentKey({ token: token ?? NATIVE, standard, ids: [] }))
  return Array.from(byAsset, ([asset, group]) => {
    const amount = group.map((each) => each.amount ?? 0n).reduce((one, other) => (one > other ? one : other))
    return { asset, amount, at: 0, isConfirmed: true, counts: true }
  })
}

function allowancesOf({ history = [] }: Row): KnownAllowance[] {
  return history.flatMap(({ kind, by, to, token, amount, verdict }) =>
    kind === 'grant' && verdict === 'safe' && token !== undefined && amount !== undefined
      ? [{ ...(by && { owner: by }), spender: to, token, amount }]
      : [],
  )
}

function knowledgeOf(intel: readonly Known[]): Knowledge {
  const knowledge = new Knowledge()
  for (const { kind, label, address } of intel)
    knowledge.add(
      { key: address, kind: kind === 'tag' ? 'protocol' : kind, chainIds: [], label },
      kind === 'tag' ? 'tag feed' : 'threat feed',
    )
  return knowledge
}
