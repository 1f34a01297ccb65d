import type { Control } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

type Form = Exclude<Control['form'], 'account-delegation' | 'delegatecall'>

/** What an unknown authority may do afterwards decides: replace all code, move everything, or take part. */
const worth: Readonly<Record<Form, { readonly points: number; readonly becomes: string }>> = {
  upgrade: { points: 60, becomes: 'the new code' },
  module: { points: 60, becomes: 'a module, with power over everything,' },
  'fallback-handler': { points: 55, becomes: 'the handler of unknown calls' },
  ownership: { points: 55, becomes: 'the owner' },
  guard: { points: 50, becomes: 'the guard of every transaction' },
  role: { points: 45, becomes: 'the holder of a role' },
  signer: { points: 45, becomes: 'a signer' },
}

export const controlChange: Detector = {
  id: 'control-change',
  summary:
    'Code, ownership, a role, a module or a signer of a contract passes to an address of which nothing is known.',
  why: 'Who controls a contract owns what is in it. Honest upgrades are common, so that an unknown authority is a warning and not more; who is listed is found by listed-address. Handing control to oneself is no danger.',
  origin:
    'The proxy-upgrade class of PTXPhish (NDSS 2025) and its reproduction: of 19 cases a reputation service flagged none by the proxy and 18 by the new implementation, and all 7 false alarms were honest upgrades.',
  detect({ controls, ofStrangers, roleOf, reputationOf }) {
    const isKnown = (contract: string) => reputationOf(contract).vouch !== undefined
    const changes = controls.filter(isChange).filter((change) => !(isForItselfOnly(change) && isKnown(change.contract)))
    return ofStrangers(changes).map(([authority, made]) => {
      const strongest = made.toSorted((a, b) => worth[b.form].points - worth[a.form].points)[0] as Change
      const { points, becomes } = worth[strongest.form]
      return {
        subCategory: 'maliciousProtocolUpgrade',
        points,
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `made ${becomes} of ${strongest.contract}, and nothing is known about it`,
        source: 'call data',
        flip: 'an ALLOW entry for the address, or a source that knows it',
      }
    })
  },
}

type Change = Control & { readonly form: Form }

function isChange(control: Control): control is Change {
  const { form, authority, contract } = control
  return form !== 'account-delegation' && form !== 'delegatecall' && authority !== contract
}

/** Signers, modules and handlers of an account are changed by the account itself, as Safe's code has it. */
const ownBusiness: readonly Form[] = ['module', 'fallback-handler', 'guard', 'signer']

/**
 * A call that a known account refuses, because it comes from another: it changes nothing. An account of which nothing
 * is known may have any code.
 */
function isForItselfOnly({ form, call, contract }: Change): boolean {
  return ownBusiness.includes(form) && call.actor !== contract
}
