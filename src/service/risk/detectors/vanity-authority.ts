import type { Action } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

/** A grant, control or an order. */
const HANDED_OVER = 75
/** A payment or a call. */
const CALLED = 45

export const vanityAuthority: Detector = {
  id: 'vanity-authority',
  about: 'others',
  summary: 'An unknown address that gains starts and ends with four zero digits.',
  why: 'UNSAFE 75 for an allowance, another right, control or an order, WARNING 45 for a payment or call. Shortened, 0x0000…0000 looks like the zero address.',
  origin:
    'Published lists: 547 of 37,654 phishing contracts have this shape (He et al., SIGMETRICS 2025), and none of 33,000 labelled protocols, exchanges, wallets and tokens.',
  examples: {
    attack: 'An allowance for an unknown address that imitates the zero address.',
    nearMiss: 'Leading zeros alone, which protocols choose to save gas.',
    evasion:
      'The approval is wrapped in a multicall, a Safe and a user operation: it is found. Three zero digits at one end are not.',
  },
  detect({ actions, grants, rights, byUnknown }) {
    if (!actions.some(({ authority }) => isVanity(authority))) return []
    const gains = [...actions.filter(({ kind }) => kind !== 'grant' && kind !== 'right'), ...grants, ...rights]
    return byUnknown(gains.filter((action) => isVanity(action.authority))).map(([authority, gained]) => ({
      points: gained.some(isHandedOver) ? HANDED_OVER : CALLED,
      subject: authority,
      text: 'is unknown, and its address imitates 0x0000…0000',
      source: 'shape of the address',
    }))
  },
}

function isVanity(address: string): boolean {
  return address.startsWith('0x0000') && address.endsWith('0000')
}

function isHandedOver({ kind }: Action): boolean {
  return kind === 'grant' || kind === 'right' || kind === 'control' || kind === 'order'
}
