import { isZeroAddress } from '../../evm/words.ts'
import type { Control } from '../actions/actions.ts'
import type { Facts } from '../facts.ts'
import { type Detector, type Observation, rejectOrVouch, unknownText } from './detector.ts'

const ONE_CHAIN = 75
const EVERY_CHAIN = 85
const KNOWN_ON_EVERY_CHAIN = 50

export const accountDelegation: Detector = {
  id: 'account-delegation',
  about: 'others',
  summary: 'An account delegates its code to an unknown contract (EIP-7702).',
  why: 'UNSAFE 75; 85 when valid on every chain, and WARNING 50 for a delegate that is known, about the call: an ALLOW entry does not cap it, because another contract may be at that address on another chain. The delegate controls the account and all its assets. Built-in knowledge of other code, such as an implementation for proxies, does not vouch for a delegate.',
  origin: 'EIP-7702; over 97 % of delegations in 2025 went to copies of one sweeper (Wintermute dashboard).',
  examples: {
    attack: 'An authorization names a contract that no source knows.',
    nearMiss: 'The delegate of a known wallet, or the zero address, which ends a delegation.',
    evasion: 'The call next to the authorization is innocent and wrapped: the authorization is read by itself.',
  },
  reads: ['controls'],
  detect(facts) {
    const delegations = facts.controls.filter(({ form }) => form === 'account-delegation')
    return [...toUnknown(delegations, facts), ...onEveryChain(delegations, facts)]
  },
}

function toUnknown(delegations: readonly Control[], facts: Facts): Observation[] {
  const { byUnknown, addressText } = facts
  return byUnknown(delegations).map(([authority, made]) => {
    const everyChain = made.some((control) => control.everyChain === true)
    return {
      points: everyChain ? EVERY_CHAIN : ONE_CHAIN,
      subject: authority,
      text: `gets control of the account ${addressText(made[0]?.contract ?? '')}${everyChain ? ' on every chain' : ''} (EIP-7702) and ${unknownText(authority, facts)}`,
      source: 'authorization',
      flip: rejectOrVouch,
      evenIfTrusted: true,
    }
  })
}

/** What is known of a delegate is not known on every chain. */
function onEveryChain(delegations: readonly Control[], { addressText, isUnknown }: Facts): Observation[] {
  return delegations
    .filter((control) => control.everyChain === true && !isZeroAddress(control.authority) && !isUnknown(control))
    .map(({ contract, authority }) => ({
      points: KNOWN_ON_EVERY_CHAIN,
      text: `The account ${addressText(contract)} is delegated to ${addressText(authority)} on every chain (EIP-7702), where that address may have other code.`,
      source: 'authorization',
      flip: 'sign an authorization for one chain',
    }))
}
