import { bandFloors } from '../../../api/vocabulary.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { Exchange } from '../actions/actions.ts'
import { codeAgeOf } from '../chain/code-age.ts'
import type { Facts } from '../facts.ts'
import type { Detector, Observation } from './detector.ts'

/** New markets are common: a notice, and NO DATA. */
const NOTICE = bandFloors.WARNING - 1

export const unknownHolder: Detector = {
  id: 'unknown-holder',
  about: 'sender',
  summary:
    'A deposit into a known protocol goes to a market, pool, vault or hook that anyone may create and that is unknown; or an unknown address alone may deliver what is sent to another chain.',
  why: 'Score 30 and NO DATA: who creates a market chooses its tokens, oracle and hook, and can take with them what is paid in. That the protocol is known says nothing about them.',
  origin:
    'Documentation of Morpho Blue, Pendle, Balancer, Uniswap V4 and Circle CCTP: markets, pools and hooks need no permission.',
  examples: {
    attack: 'A deposit goes to a market of Morpho with an unknown oracle.',
    nearMiss: 'The oracle and all other parts of the market are known.',
    evasion: 'The deposit is wrapped in a multicall, a Safe and a user operation: it is found.',
  },
  reads: ['exchanges'],
  detect(facts): Observation[] {
    const holders = facts.exchanges
      .filter(({ call }) => !call.inTrace)
      .flatMap((made) => unknownIn(made, facts).map((subject) => [subject, made] as const))
    return [...new Map(holders)].map(([subject, { form }]) => ({
      points: NOTICE,
      subject,
      text:
        form === 'bridge'
          ? 'alone may deliver what is sent and is unknown'
          : 'decides over what is paid in and is unknown',
      isUnvouched: true,
    }))
  },
}

/** Every token of a pool decides what its liquidity is worth. */
function unknownIn(made: Exchange, { isUnknown, evidence }: Facts): string[] {
  const { form, gives, heldBy = [], payer, call } = made
  const pooled = form === 'liquidity' ? gives.flatMap(({ token }) => (token === NATIVE ? [] : token)) : []
  return [...heldBy, ...pooled.filter((token) => !codeAgeOf(token, evidence).isOld)].filter(
    (address) => ![payer, call.actor, call.to].includes(address) && isUnknown(made, address),
  )
}
