import { refusal, type WardenError } from '../../../shared/errors.ts'
import { addressOf, dataOf, hashOf, quantityOf } from '../../../shared/json/evm-json.ts'
import type { CallFrame } from './trace.ts'

/** A frame while a reader adds its calls. */
export type OpenFrame = CallFrame & { readonly calls: CallFrame[] }

/** Maximum call depth of the EVM. */
export const MAX_DEPTH = 1024
export const MAX_FRAMES = 20_000
export const MAX_LOGS = 50_000

export function address(value: unknown, place: string): string {
  return required(addressOf(value), `${place} is not an address`)
}

/** Undefined where a contract creation failed. */
export function optionalAddress(value: unknown, place: string): string | undefined {
  return value === undefined || value === null ? undefined : address(value, place)
}

export function quantity(value: unknown, place: string): bigint {
  return required(quantityOf(value ?? '0x0'), `${place} is not a 0x-hex quantity`)
}

export function bytes(value: unknown, place: string): string {
  return required(dataOf(value ?? '0x'), `${place} is not 0x-hex`)
}

/** 32 bytes. */
export function word(value: unknown, place: string): string {
  return required(hashOf(value), `${place} is not a word of 32 bytes`)
}

function required<T>(value: T | undefined, fault: string): T {
  if (value === undefined) throw notATrace(fault)
  return value
}

export function items(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  throw notATrace(`${place} is not a list`)
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const TRACE_FORMATS = 'go-ethereum’s callTracer or Parity’s trace_transaction'

/** @param detail a clause */
export function notATrace(detail: string): WardenError {
  return refusal('not-a-trace', `not a call trace in the format of ${TRACE_FORMATS}`, { details: [`${detail}.`] })
}
