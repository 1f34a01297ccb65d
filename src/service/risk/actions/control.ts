import { isZeroAddress } from '../../evm/words.ts'
import { type ArgumentValue, argumentsAs } from '../decode/arguments.ts'
import type { Action, ActionTable, Control, DecodedCall, ReadActions } from './actions.ts'

/** Control passes to argument `to`: of the called contract, or of the contract in argument `of`. */
function passes(form: Control['form'], to: string, of?: string): ReadActions {
  return (call) => {
    const args: Readonly<Record<string, ArgumentValue>> = call.args
    return [control(call, form, String(args[to]), of === undefined ? call.to : String(args[of]))]
  }
}

function control(call: DecodedCall, form: Control['form'], authority: string, contract = call.to): Control {
  return { kind: 'control', call, form, contract, authority }
}

const REMOVE = 2

/** ERC-2535: facets are added or replaced, and the diamond calls `init` by delegatecall. */
const diamondCut: ReadActions = (call) => {
  const { cuts, init } = argumentsAs<{ cuts: readonly { facet: string; action: number }[]; init: string }>(call.args)
  return [
    ...cuts.filter(({ action }) => action !== REMOVE).map(({ facet }) => control(call, 'upgrade', facet)),
    ...(isZeroAddress(init) ? [] : [control(call, 'delegatecall', init)]),
  ]
}

/** Owners and fallback handler of a new Safe. */
const safeSetup: ReadActions = (call) => {
  const { owners, fallbackHandler } = argumentsAs<{ owners: readonly string[]; fallbackHandler: string }>(call.args)
  return [
    ...owners.map((owner) => control(call, 'signer', owner)),
    ...(isZeroAddress(fallbackHandler) ? [] : [control(call, 'fallback-handler', fallbackHandler)]),
  ]
}

/** LUKSO LSP6: the key of a controller's permissions, before its address. */
const PERMISSIONS = '0x4b80742de2bf82acb3630000'

function permissionSet(call: DecodedCall, key: string, value: string): Control[] {
  if (!key.startsWith(PERMISSIONS) || /^0x0*$/.test(value)) return []
  return [control(call, 'role', `0x${key.slice(PERMISSIONS.length)}`)]
}

const dataSet: ReadActions = (call) => {
  const { key, value } = argumentsAs<{ key: string; value: string }>(call.args)
  return permissionSet(call, key, value)
}

const dataBatchSet: ReadActions = (call) => {
  const { keys, values } = argumentsAs<{ keys: readonly string[]; values: readonly string[] }>(call.args)
  return keys.flatMap((key, index) => permissionSet(call, key, values[index] ?? ''))
}

/** Ambire keeps the address of its fallback handler, which it runs by delegatecall, as the privilege of this key. */
const HANDLER_SLOT = '0x0000000000000000000000000000000000006969'

const privilegeSet: ReadActions = (call) => {
  const { key, privilege } = argumentsAs<{ key: string; privilege: string }>(call.args)
  if (/^0x0*$/.test(privilege)) return []
  if (key !== HANDLER_SLOT) return [control(call, 'signer', key)]
  return [{ ...control(call, 'fallback-handler', `0x${privilege.slice(-HANDLER_SLOT.length + 2)}`), ofAccount: true }]
}

/** The called code decides what a delegatecall does, not its data. */
export function delegatecallControl(call: DecodedCall): Action {
  return { kind: 'control', call, form: 'delegatecall', contract: call.actor, authority: call.to }
}

export const controlActions: ActionTable = {
  '0x3659cfe6': passes('upgrade', 'newImplementation'),
  '0x99a88ec4': passes('upgrade', 'newImplementation', 'proxy'),
  '0x9623609d': passes('upgrade', 'newImplementation', 'proxy'),
  '0xd784d426': passes('upgrade', 'newImplementation'),
  '0xbb913f41': passes('upgrade', 'newImplementation'),
  '0x555bcc40': passes('upgrade', 'newImplementation'),
  '0xe992a041': passes('upgrade', 'newImplementation'),
  '0x7de7edef': passes('upgrade', 'newImplementation'),
  '0x1f931c1c': diamondCut,

  '0x7eff275e': passes('ownership', 'newAdmin', 'proxy'),
  '0x8f283970': passes('ownership', 'newAdmin'),
  '0xf2fde38b': passes('ownership', 'newOwner'),
  '0x13af4035': passes('ownership', 'newOwner'),
  '0x7a9e5e4b': passes('ownership', 'newAuthority'),
  '0x4dd18bf5': passes('ownership', 'newAdmin'),
  '0xb71d1a0c': passes('ownership', 'newAdmin'),
  '0x704b6c02': passes('ownership', 'newAdmin'),
  '0xab033ea9': passes('ownership', 'newGovernance'),
  '0xc42cf535': passes('ownership', 'newGovernor'),
  '0xb5ed298a': passes('ownership', 'newOwner'),
  '0x1627540c': passes('ownership', 'newOwner'),
  '0x634e93da': passes('ownership', 'newAdmin'),
  '0x2f2ff15d': passes('role', 'holder'),

  '0x7f23690c': dataSet,
  '0x97902421': dataBatchSet,
  '0x0d5828d4': privilegeSet,

  '0x610b5925': passes('module', 'module'),
  '0xe19a9dd9': passes('guard', 'guard'),
  '0xe068df37': passes('guard', 'guard'),
  '0xf08a0323': passes('fallback-handler', 'handler'),
  '0x0d582f13': passes('signer', 'newOwner'),
  '0xe318b52b': passes('signer', 'newOwner'),
  '0x0f0f3f24': passes('signer', 'newOwner'),
  '0xb63e800d': safeSetup,
}
