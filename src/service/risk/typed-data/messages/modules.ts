import type { Control, DecodedCall } from '../../actions/actions.ts'
import { validationControls, validationOf } from '../../actions/kernel.ts'
import { addressesInData } from '../../decode/addresses.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { Meaning, ReadMeaning } from '../known-message.ts'

/** Modules that a signature installs, with the next user operation of the account. */

const NO_KEY = 'The data of the module names no address: who controls it cannot be read.'

function installing(controls: (call: DecodedCall) => readonly Control[], data: string): Meaning {
  const isNamed = data === '0x' || addressesInData(data).length > 0
  return { actions: controls, ...(!isNamed && { unreadable: NO_KEY }) }
}

/** Selector, address of a module for it, address of a hook. */
const SELECTOR_MODULE = { start: 10, end: 50, least: 90 } as const

export const enable: ReadMeaning = ({ message }) => {
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

/** Some have a hash in place of the data. */
export const enableModule: ReadMeaning = ({ message }) => {
  const { module, initData = '0x' } = argumentsAs<{ module: string; initData?: string }>(message)
  return installing((call) => validationControls(call, { validator: module, data: initData }), initData)
}
