import { EVERYONE, isZeroAddress } from '../../evm/words.ts'
import { type ArgumentValue, argumentsAs } from '../decode/arguments.ts'
import type { Action, ActionTable, Control, DecodedCall, ReadActions } from './actions.ts'

/** Control passes to argument `to`: of the called contract, or of the contract in argument `of`. */
function passes(form: Control['form'], to: string, of?: string): ReadActions {
  return (call) => [control(call, form, argumentOf(call, to), contractOf(call, of))]
}

/** Every account gets a role of the called contract, or of the contract in argument `of`. */
function opens(of?: string): ReadActions {
  return (call) => [control(call, 'role', EVERYONE, contractOf(call, of))]
}

function contractOf(call: DecodedCall, of: string | undefined): string {
  return of === undefined ? call.to : argumentOf(call, of)
}

function argumentOf({ args }: DecodedCall, name: string): string {
  return String((args as Readonly<Record<string, ArgumentValue>>)[name])
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

/** keccak256('EXECUTOR_ROLE'): timelocks are opened to every executor on purpose, because what they execute was proposed before. */
const EXECUTOR_ROLE = '0xd8aa0f3194971a2a116679f7c2090f6939c8d4e01a2a8d7e41d55e5351469e63'

/** Contracts with open roles (OpenZeppelin TimelockController, thirdweb) give every caller a role that the zero address has. */
const roleGranted: ReadActions = (call) => {
  const { role, holder } = argumentsAs<{ role: string; holder: string }>(call.args)
  if (!isZeroAddress(holder)) return [control(call, 'role', holder)]
  return role === EXECUTOR_ROLE ? [] : [control(call, 'role', EVERYONE)]
}

/** OpenZeppelin AccessManager: every account has this role. */
const PUBLIC_ROLE = 2n ** 64n - 1n

/** The role in argument `role` gets functions of a contract or power over another role; who else has it is not in the call data. */
function opensTo(role: string, of?: string): ReadActions {
  return (call, signer) => (BigInt(argumentOf(call, role)) === PUBLIC_ROLE ? opens(of)(call, signer) : [])
}

const capabilityOpened: ReadActions = (call, signer) => {
  const { enabled } = argumentsAs<{ enabled: boolean }>(call.args)
  return enabled ? opens('target')(call, signer) : []
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
  '0x2f2ff15d': roleGranted,
  '0x08d6122d': opensTo('roleId', 'target'),
  '0x30cae187': opensTo('admin'),
  '0x52962952': opensTo('guardian'),
  '0xc6b0263e': capabilityOpened,

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
