import { isZeroAddress } from '../../evm/words.ts'
import type { Transfer } from '../actions/actions.ts'
import type { Call } from '../decode/calls.ts'
import { numberIn, valuesAt } from '../effects/path-values.ts'
import { isKnownAs } from '../parties/known-as.ts'
import type { Detector, Observation } from './detector.ts'

export const destroyedAsset: Detector = {
  id: 'destroyed-asset',
  about: 'sender',
  summary:
    'Assets go to the zero address, to 0x…dEaD or to the contract of the token itself, or a function destroys them and gives nothing, or holds them for more than 30 days after their owner asks for them.',
  why: 'WARNING 60, as for a payment that nothing returns. That the address is known as a burn address does not cap it: an ALLOW entry does, or a row of the operator for the function, because some burns are meant.',
  origin: 'Tokens lost in their own contracts and at burn addresses; rows of data/effects with `destroys` or `locks`.',
  examples: {
    attack: 'A token is sent to the dead address.',
    nearMiss: 'A bridge burns what it delivers on another chain.',
    evasion: 'The transfer is wrapped in a multicall and a Safe: it is found.',
  },
  detect({ transfers, calls, evidence, addressText, own }): Observation[] {
    const lost = transfers.filter((transfer) => own.has(transfer.from) && isLost(transfer))
    // Shares and positions of a known market are paid out, or empty, when they are burned.
    const burned = calls.filter(
      ({ signature, inTrace, to }) =>
        signature?.row?.destroys && !inTrace && to !== undefined && !isKnownAs(to, ['market', 'bridge'], evidence),
    )
    const locked = calls.filter((call) => !call.inTrace && call.value > 0n && lockOf(call) > LONGEST_LOCK)
    const subjects = new Map([
      ...lost.map(({ authority }) => [authority, 'gets assets that nothing can return'] as const),
      ...burned.map(({ to = '', name }) => [to, `destroys what ${name} names, and gives nothing for it`] as const),
      ...locked.map((call) => [call.to ?? '', `locks what it gets for ${lockOf(call) / DAY} days`] as const),
    ])
    return [...subjects].map(([subject, text]) => ({
      points: 60,
      subject,
      text,
      flip: `reject, unless the assets are to be destroyed: in that case add an ALLOW entry for ${addressText(subject)}`,
      evenIfTrusted: true,
    }))
  },
}

const DAY = 86_400n
const LONGEST_LOCK = 30n * DAY

function lockOf({ signature, args, status }: Call): bigint {
  const path = signature?.row?.locks
  const [seconds] = path === undefined || status !== 'decoded' ? [] : valuesAt(args, path)
  return numberIn(seconds) ?? 0n
}

const DEAD = '0x000000000000000000000000000000000000dead'

function isLost({ authority, asset, call }: Transfer): boolean {
  if (call.inTrace || asset.amount === 0n) return false
  return isZeroAddress(authority) || authority === DEAD || authority === asset.token
}
