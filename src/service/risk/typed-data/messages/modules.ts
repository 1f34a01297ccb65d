import type { Control, DecodedCall } from '../../actions/actions.ts'
import { validationControls, validationOf } from '../../actions/kernel.ts'
import { addressesInData } from '../../decode/addresses.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { KnownMessage, Meaning, SignedMessage } from '../known-message.ts'
import type { TypedMessage } from '../typed-message.ts'

/** Modules that a signature installs, with the next user operation of the account. */

const ofDomain = ({ domain }: TypedMessage) => domain.verifyingContract

const NO_KEY = 'The data of the module names no address: who controls it cannot be read.'

function installing(controls: (call: DecodedCall) => readonly Control[], data: string): Meaning {
  const isNamed = data === '0x' || addressesInData(data).length > 0
  return { actions: controls, ...(!isNamed && { unreadable: NO_KEY }) }
}

/** Selector, address of a module for it, address of a hook. */
const SELECTOR_MODULE = { start: 10, end: 50, least: 90 } as const

const enable = ({ message }: SignedMessage): Meaning => {
  const { validationId, validatorData, selectorData } = argumentsAs<{
    validationId: string
    validatorData: string
    selectorData: string
  }>(message)
  const validation = validationOf(validationId, validatorData)
  const { start, end, least } = SELECTOR_MODULE
  const further = selectorData.length < least ? [] : [{ validator: `0x${selectorData.slice(start, end)}`, data: '0x' }]
  return installing(
    (call) => [validation, ...further].flatMap((each) => validationControls(call, each)),
    validation.data,
  )
}

const enableModule = ({ message }: SignedMessage): Meaning => {
  const { module, initData } = argumentsAs<{ module: string; initData: string }>(message)
  return installing((call) => validationControls(call, { validator: module, data: initData }), initData)
}

const enableHashed = ({ message }: SignedMessage): Meaning => {
  const { module } = argumentsAs<{ module: string }>(message)
  return { actions: (call) => validationControls(call, { validator: module, data: '0x' }), unreadable: NO_KEY }
}

export const moduleMessages: readonly KnownMessage[] = [
  {
    type: 'Enable(bytes21 validationId,uint32 nonce,address hook,bytes validatorData,bytes hookData,bytes selectorData)',
    source: 'Kernel 3: ENABLE_TYPE_HASH',
    signer: ofDomain,
    meaning: enable,
  },
  {
    type: 'ModuleEnableMode(address module,uint256 moduleType,bytes32 userOpHash,bytes initData)',
    source: 'Biconomy Nexus: MODULE_ENABLE_MODE_TYPE_HASH',
    signer: ofDomain,
    meaning: enableModule,
  },
  {
    type: 'ModuleEnableMode(address module,uint256 moduleType,bytes32 userOpHash,bytes32 initDataHash)',
    source: 'Biconomy Nexus, before the data was in the message, and its copies',
    signer: ofDomain,
    meaning: enableHashed,
  },
]
