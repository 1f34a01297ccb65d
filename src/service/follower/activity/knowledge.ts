import { lazily, lazilyBy } from '../../../shared/lazily.ts'
import { answeredName, symbolOf } from '../../chain/accounts/answers.ts'
import { questions } from '../../chain/accounts/raw-account.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import { NATIVE, storedToken } from '../../evm/asset.ts'
import { endsOf } from '../../evm/words.ts'
import { baselineTokensLike } from '../../intel/baseline.ts'
import { knownTokens } from '../../intel/known-tokens.ts'
import type { Reads } from '../../records/reads/reads.ts'
import { nativeNames } from '../../risk/money/native-names.ts'
import { skeletonOf, undecorated, withoutStandard } from '../../risk/parties/similarity.ts'
import { grantedTokens } from '../../store/repositories/granted-allowances.ts'
import type { Move } from './moves.ts'
import type { StateReads } from './state-reads.ts'

/** What the database and the node say about the tokens and addresses of a block. Addresses in lower case. */
export interface Knowledge {
  /** A list has it. */
  isListed(token: string): boolean
  /** The native currency, a listed or priced token, or one that the owner granted an allowance of. */
  isKnown(token: string, owner: string): boolean
  /** USD; undefined: no price. */
  worthOf(move: Move): number | undefined
  /** Worth up to one dollar; where there is no price: little enough for bait. */
  isPetty(move: Move): boolean
  /**
   * What its names are: those of a listed token or of the native currency, an advertisement, or its own. Undefined: they are
   * not known.
   */
  namesOf(token: string): Promise<TokenNaming | undefined>
  /** The address that another one imitates: a counterparty that the owner paid within a time (ms) before the block. */
  imitatedBy(address: string, owner: string, within: number): Promise<string | undefined>
}

type TokenNaming = 'imitation' | 'advertisement' | 'own'

export interface KnowledgeInput {
  readonly header: BlockHeader
  readonly chainId: string
  readonly reads: Reads
  readonly state: StateReads
  /** All that the activities may name. */
  readonly tokens: readonly string[]
  readonly owners: readonly string[]
  /** Transfers in this block: the database has those of earlier blocks. */
  readonly moves: readonly Move[]
}

/** A thousandth of the native currency; one of a stablecoin of 6 decimals. */
const PETTY_WEI = 10n ** 15n
const PETTY_UNITS = 10n ** 6n

/** Shorter names share a skeleton by chance. */
const SHORTEST_NAME = 3

export async function loadKnowledge(input: KnowledgeInput): Promise<Knowledge> {
  const { header, chainId, reads, state, tokens, owners, moves } = input
  const [listed, prices, granted] = await Promise.all([
    knownTokens(reads.db, chainId, tokens),
    reads.prices({ chainId, tokens: [storedToken(NATIVE), ...tokens] }),
    grantedTokens(reads.db, chainId, owners),
  ])
  const grants = new Set(granted.map(({ owner, token }) => `${owner} ${token}`))
  const findNames = async (token: string): Promise<TokenNaming | undefined> => {
    // Names stay: those of now count where the node has no state of the block any more.
    const [symbol, name] = await Promise.all(
      [questions.symbol, questions.name].map(async (data) => {
        const read = { target: token, data }
        return (await state.call(read, 'after')) ?? (await state.call(read, 'latest'))
      }),
    )
    const names = namesIn(symbolOf(symbol) ?? '', answeredName(name) ?? '')
    if (await isTaken(names, input)) return 'imitation'
    if (names.some((each) => ADVERTISEMENT.test(each))) return 'advertisement'
    return symbol === undefined || name === undefined ? undefined : 'own'
  }
  const isKnown = (token: string, owner: string) =>
    token === NATIVE || listed.has(token) || prices.has(storedToken(token)) || grants.has(`${owner} ${token}`)
  const paidNow = lazily(() => {
    const paid = moves.filter(({ from, token, amount }) => amount > 0n && isKnown(token, from))
    const groups = Map.groupBy(paid, ({ from, to }) => `${from} ${endsOf(to)}`)
    return new Map(Array.from(groups, ([key, group]) => [key, group.map(({ to }) => to)]))
  })
  const findImitated = async (address: string, owner: string, within: number) => {
    const alike = await reads.counterparties([{ chainId, owner, address }])
    const since = header.timestamp * 1000 - within
    const paid = alike.filter(({ had_value }) => had_value === 1)
    const earlier = paid.filter(({ last_seen }) => last_seen >= since).map(({ counterparty }) => counterparty)
    const now = paidNow().get(`${owner} ${endsOf(address)}`) ?? []
    const payees = [...now, ...earlier]
    if (payees.includes(address) || paid.some(({ counterparty }) => counterparty === address)) return undefined
    return payees[0]
  }
  const worthOf = ({ token, id, amount }: Move) => {
    const price = prices.get(storedToken(token))
    if (price === undefined || id !== undefined) return undefined
    return (Number(amount) / 10 ** price.decimals) * Number(price.usd)
  }
  return {
    isListed: (token) => listed.has(token),
    isKnown,
    worthOf,
    isPetty: (move) => {
      const worth = worthOf(move)
      if (worth !== undefined) return worth <= 1
      return move.amount <= (move.token === NATIVE ? PETTY_WEI : PETTY_UNITS)
    },
    namesOf: lazilyBy((token) => token, findNames),
    imitatedBy: lazilyBy((address, owner, within) => `${address} ${owner} ${within}`, findImitated),
  }
}

function namesIn(symbol: string, name: string): string[] {
  return [symbol, undecorated(symbol), name, withoutStandard(name)]
}

/** Names of tokens that third parties send: they lead to a site that asks for an allowance. Protocols have names such as Curve.fi. */
const ADVERTISEMENT =
  /https?:|www\.|[a-z0-9-]\.(claims?|com|gift|info|lat|live|net|org|site|space|top|vip|xyz)\b|\b(claim|giveaway|visit|voucher)\b/i

async function isTaken(names: readonly string[], { chainId, reads }: KnowledgeInput): Promise<boolean> {
  const skeletons = [...new Set(names.map(skeletonOf))].filter((each) => each.length >= SHORTEST_NAME)
  if (skeletons.length === 0) return false
  const native = nativeNames(chainId).map(skeletonOf)
  if (skeletons.some((each) => native.includes(each) || baselineTokensLike(each, chainId).length > 0)) return true
  return (await reads.tokensLike({ skeletons, chainId })).size > 0
}
