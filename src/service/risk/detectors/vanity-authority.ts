import type { Action } from '../actions/actions.ts'
import { type Detector, toVouch } from './detector.ts'

/** A grant, control or an order. */
const HANDED_OVER = 75
/** A payment or a call. */
const CALLED = 45

export const vanityAuthority: Detector = {
  id: 'vanity-authority',
  summary: 'An unknown address that gains starts and ends with four zero digits.',
  why: 'Wallets shorten addresses, and 0x0000…0000 looks like the zero address. UNSAFE when it gets a right or control, WARNING when it is only paid or called.',
  origin:
    'Published lists: 547 of 37,654 phishing contracts (He et al., SIGMETRICS 2025) have this shape, and none of 33,000 labelled protocols, exchanges, wallets and tokens. Leading zeros alone are common: they save gas.',
  detect({ actions, grants, rights, byUnknown, roleOf }) {
    const gains = [...actions.filter(({ kind }) => kind !== 'grant' && kind !== 'right'), ...grants, ...rights]
    return byUnknown(gains.filter((action) => isVanity(action.authority))).map(([authority, gained]) => ({
      subCategory: 'maliciousInteraction',
      points: gained.some(isHandedOver) ? HANDED_OVER : CALLED,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: 'is unknown, and its address imitates 0x0000…0000',
      source: 'shape of the address',
      flip: toVouch,
    }))
  },
}

function isVanity(address: string): boolean {
  return address.startsWith('0x0000') && address.endsWith('0000')
}

function isHandedOver({ kind }: Action): boolean {
  return kind === 'grant' || kind === 'right' || kind === 'control' || kind === 'order'
}
