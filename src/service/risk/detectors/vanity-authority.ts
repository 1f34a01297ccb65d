import type { Action } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

/** A right, control or goods handed over; a plain payment or call. */
const HANDED_OVER = 75
const DEALT_WITH = 45

export const vanityAuthority: Detector = {
  id: 'vanity-authority',
  summary: 'Who gains is a stranger whose address begins and ends with four zero digits.',
  why: 'Wallets shorten addresses to their ends, and 0x0000…0000 looks like nobody. Unsafe when a right or control is handed over, a warning when it is only paid or called.',
  origin:
    'Measured on published lists: 547 of 37,654 phishing contracts (He et al., SIGMETRICS 2025) have the shape, and none of some 33,000 labelled protocols, exchanges, wallets and tokens. Leading zeros alone are common among protocols that save gas.',
  detect({ actions, grants, ofStrangers, roleOf }) {
    const gains = [...actions.filter(({ kind }) => kind !== 'grant'), ...grants]
    return ofStrangers(gains.filter((action) => isVanity(action.authority))).map(([authority, gained]) => ({
      subCategory: 'maliciousInteraction',
      points: gained.some(isHandedOver) ? HANDED_OVER : DEALT_WITH,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: 'a stranger whose address was made to look like 0x0000…0000',
      source: 'shape of the address',
      flip: 'an ALLOW entry for the address, or a source that knows it',
    }))
  },
}

function isVanity(address: string): boolean {
  return address.startsWith('0x0000') && address.endsWith('0000')
}

function isHandedOver({ kind }: Action): boolean {
  return kind === 'grant' || kind === 'control' || kind === 'order'
}
