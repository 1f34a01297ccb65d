import { EVERYONE, isZeroAddress } from '../../evm/words.ts'
import { type ArgumentValue, argumentsAs } from '../decode/arguments.ts'
import type { Action, ActionTable, Control, DecodedCall, ReadActions } from './actions.ts'

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
  '0x1f931c1c': diamondCut,
  '0x2f2ff15d': roleGranted,
  '0x08d6122d': opensTo('roleId', 'target'),
  '0x30cae187': opensTo('admin'),
  '0x52962952': opensTo('guardian'),
  '0xc6b0263e': capabilityOpened,
  '0x7f23690c': dataSet,
  '0x97902421': dataBatchSet,
  '0x0d5828d4': privilegeSet,
}
