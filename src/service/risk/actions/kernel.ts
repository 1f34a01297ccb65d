import { lazily } from '../../../shared/lazily.ts'
import { addressesInData } from '../decode/addresses.ts'
import { argumentsAs, Layout } from '../decode/arguments.ts'
import type { ActionTable, Control, DecodedCall, ReadActions } from './actions.ts'

/** Kernel V3: 01 and the address of a validator, or 02 and four bytes that name a permission. */
const PERMISSION = '0x02'

/** Flags (2 bytes) and address before the data of a part of a permission. */
const SIGNER = { start: 6, end: 46 } as const

const parts = lazily(() => new Layout('bytes[] parts'))

/** The validator, and the data that names its signer. */
export interface KernelValidation {
  readonly validator: string
  readonly data: string
}

/** Reads a validation; for a permission only the signer, which is its last part: policies may only refuse. */
export function validationOf(id: string, data: string): KernelValidation {
  if (!id.startsWith(PERMISSION)) return { validator: `0x${id.slice(-40)}`, data }
  const reading = parts().read(data.slice('0x'.length))
  const list = reading.fault === undefined ? argumentsAs<{ parts: readonly string[] }>(reading.args).parts : []
  const signer = list.at(-1) ?? ''
  // Not readable: the name of the permission stands for a signer that nothing is known about.
  if (signer.length < SIGNER.end) return { validator: `0x${id.slice(-40)}`, data }
  return { validator: `0x${signer.slice(SIGNER.start, SIGNER.end)}`, data: `0x${signer.slice(SIGNER.end)}` }
}

export function validationControls(call: DecodedCall, { validator, data }: KernelValidation): Control[] {
  const gives = { kind: 'control', call, contract: call.to } as const
  return [
    { ...gives, form: 'module', authority: validator, ofAccount: true },
    ...addressesInData(data).map((authority) => ({ ...gives, form: 'signer', authority }) as const),
  ]
}

const ROOT = '0x52141cd9'
const SEVERAL = '0x9198bdf5'

/** What a call of Kernel installs; none for other calls. */
export function validationsIn({ selector, args }: Pick<DecodedCall, 'selector' | 'args'>): KernelValidation[] {
  if (selector === ROOT) {
    const { validator, validatorData } = argumentsAs<{ validator: string; validatorData: string }>(args)
    return [validationOf(validator, validatorData)]
  }
  if (selector !== SEVERAL) return []
  const { validators, validationData } = argumentsAs<{
    validators: readonly string[]
    validationData: readonly string[]
  }>(args)
  return validators.map((id, index) => validationOf(id, validationData[index] ?? '0x'))
}

const installed: ReadActions = (call) => validationsIn(call).flatMap((each) => validationControls(call, each))

export const kernelActions: ActionTable = { [ROOT]: installed, [SEVERAL]: installed }
