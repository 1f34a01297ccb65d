import type { Detector } from './detector.ts'

const ONE_CHAIN = 75
const EVERY_CHAIN = 85

export const accountDelegation: Detector = {
  id: 'account-delegation',
  summary: 'An account is put under the code of a delegate of which nothing is known (EIP-7702).',
  why: 'The delegate decides what the account does from then on, with all that is in it. Only wallets have a reason to ask for that, and theirs are known: unsafe, and worse when it holds on every chain. Taking a delegation back is safe.',
  origin: 'EIP-7702. More than 97 % of the delegations of 2025 went to copies of one sweeper (Wintermute’s dashboard).',
  detect({ controls, ofStrangers, roleOf }) {
    const delegations = controls.filter(({ form }) => form === 'account-delegation')
    return ofStrangers(delegations).map(([authority, made]) => {
      const everyChain = made.some((control) => control.everyChain === true)
      return {
        subCategory: 'maliciousInteraction',
        points: everyChain ? EVERY_CHAIN : ONE_CHAIN,
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `given the account ${made[0]?.contract}${everyChain ? ' on every chain' : ''}, and nothing is known about it`,
        source: 'authorisation',
        flip: 'an ALLOW entry for the delegate, or a source that knows it',
      }
    })
  },
}
