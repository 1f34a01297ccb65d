import type { Control } from '../actions/actions.ts'
import { type Detector, rejectOrVouch } from './detector.ts'

type Form = Exclude<Control['form'], 'account-delegation' | 'delegatecall'>

/** By what the new authority can do: replace all code, move all assets, or act with others. */
const worth: Readonly<Record<Form, { readonly points: number; readonly becomes: string }>> = {
  upgrade: { points: 60, becomes: 'the new implementation' },
  module: { points: 60, becomes: 'a module with full control' },
  'fallback-handler': { points: 55, becomes: 'the fallback handler' },
  ownership: { points: 55, becomes: 'the owner' },
  guard: { points: 50, becomes: 'the transaction guard' },
  role: { points: 45, becomes: 'a role holder' },
  signer: { points: 45, becomes: 'a signer' },
}

export const controlChange: Detector = {
  id: 'control-change',
  summary:
    'An unknown address becomes the implementation, owner, role holder, module, guard, fallback handler or signer of a contract.',
  why: 'WARNING: 60 for implementations and modules, 55 for owners and fallback handlers, 50 for guards, 45 for roles and signers. Who controls a contract controls its assets, but honest upgrades are common.',
  origin: 'PTXPhish proxy-upgrade class (NDSS 2025); all 7 false alarms of its reproduction were honest upgrades.',
  examples: {
    attack: 'A proxy is upgraded to code that no source knows.',
    nearMiss: 'Ownership is given up: it passes to the zero address.',
    evasion: 'The address was paid before and has a name tag: neither vouches for control.',
  },
  detect({ controls, byUnknown, roleOf, reputationOf }) {
    const isKnown = (contract: string) => reputationOf(contract).trustedBy !== undefined
    const changes = controls.filter(isChange).filter((change) => !(isForItselfOnly(change) && isKnown(change.contract)))
    return byUnknown(changes.filter(({ authority, call }) => authority !== call.actor)).map(([authority, made]) => {
      const strongest = made.toSorted((a, b) => worth[b.form].points - worth[a.form].points)[0] as Change
      const { points, becomes } = worth[strongest.form]
      return {
        subCategory: 'maliciousProtocolUpgrade',
        points,
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `becomes ${becomes} of ${strongest.contract} and is unknown`,
        source: 'call data',
        flip: rejectOrVouch,
      }
    })
  },
}

type Change = Control & { readonly form: Form }

function isChange(control: Control): control is Change {
  const { form, authority, contract } = control
  return form !== 'account-delegation' && form !== 'delegatecall' && authority !== contract
}

/** Safe accepts these changes only from the Safe itself. */
const selfOnlyForms: readonly Form[] = ['module', 'fallback-handler', 'guard', 'signer']

/** A known account reverts such a call from another address. An unknown account may run any code. */
function isForItselfOnly({ form, call, contract }: Change): boolean {
  return selfOnlyForms.includes(form) && call.actor !== contract
}
