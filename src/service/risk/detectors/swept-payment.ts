import type { Detector } from './detector.ts'

export const sweptPayment: Detector = {
  id: 'swept-payment',
  about: 'sender',
  summary: 'A payment goes to an EOA that runs the code of an unknown delegate, which passes it on at once.',
  why: 'UNSAFE 75. Sweepers delegate stolen accounts to code that forwards everything that arrives (EIP-7702).',
  origin: 'EIP-7702; over 97 % of delegations in 2025 went to copies of one sweeper (Wintermute dashboard).',
  examples: {
    attack: 'Ether for an own second account is forwarded by the delegate of that account.',
    nearMiss: 'An account with a delegate keeps what it is paid.',
    evasion:
      'The sweep takes a token instead: its movements count as well. A sweep in a later transaction is not found.',
  },
  reads: ['chain'],
  detect({ transfers, changes, evidence, isUnknown, addressText }) {
    if (!changes?.isComplete) return []
    const paid = transfers.filter(({ call, asset }) => !call.inTrace && (asset.amount ?? 0n) > 0n)
    const swept = paid.filter(({ authority, asset, call }) => {
      const account = evidence.accountOf(authority)
      const delegate = account?.kind === 'delegated' ? account.delegate : undefined
      if (delegate === undefined || asset.amount === undefined) return false
      if (2n * changes.changeOf(authority, asset.token) >= asset.amount) return false
      return isUnknown({ kind: 'control', form: 'account-delegation', call, contract: authority, authority: delegate })
    })
    return Array.from(new Set(swept.map(({ authority }) => authority)), (authority) => ({
      subCategory: 'financialScamInteraction' as const,
      points: 75,
      subject: authority,
      text: `is an EOA that runs the code of ${addressText(evidence.accountOf(authority)?.delegate ?? '')}, which forwards what arrives`,
      source: 'simulation',
    }))
  },
}
