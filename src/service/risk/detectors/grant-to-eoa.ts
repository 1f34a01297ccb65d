import type { Grant } from '../actions/actions.ts'
import { whatIsGiven } from '../actions/grant-text.ts'
import { type ChainAccount, hasNoCode } from '../chain/account.ts'
import type { AddressText } from '../types.ts'
import { type Detector, rejectUnlessPlanned } from './detector.ts'

export const grantToEoa: Detector = {
  id: 'grant-to-eoa',
  about: 'others',
  summary: 'An unknown address without code gets an allowance: an EOA, also one with a delegate, or a new address.',
  why: 'UNSAFE 80. Applications take tokens by contracts; an allowance for an address without code serves only the holder of its key, and code may still be created at a new address.',
  origin:
    'Ice phishing: the spenders of drainers are EOAs or contracts that are created after the signature (Forta, ScamSniffer).',
  examples: {
    attack: 'An EOA gets an allowance.',
    nearMiss: 'The spender is a contract, or the node says nothing about it.',
    evasion: 'The spender has no code yet, or is an EOA with the code of a delegate.',
  },
  reads: ['grants'],
  detect({ grants, byUnknown, evidence, addressText }) {
    return byUnknown(grants.filter(isLasting)).flatMap(([authority, given]) => {
      const account = evidence.accountOf(authority)
      if (!account || !hasNoCode(account)) return []
      return {
        points: 80,
        subject: authority,
        text: `gets ${whatIsGiven(given)} and ${kindText(account, addressText)}`,
        source: 'chain',
        flip: rejectUnlessPlanned,
      }
    })
  },
}

/** A signed transfer that is made here and now is a payment. */
function isLasting({ form }: Grant): boolean {
  return form !== 'permit2-transfer'
}

function kindText({ kind, delegate }: ChainAccount, addressText: AddressText): string {
  if (kind === 'empty') return 'has no code and was never used'
  return kind === 'delegated' && delegate !== undefined
    ? `is an EOA that runs the code of ${addressText(delegate)}`
    : 'is an EOA'
}
