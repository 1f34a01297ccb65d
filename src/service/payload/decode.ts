/** Decodes a signed payload (bytes as in `layout.ts`). Whether it is valid is checked in `verify.ts`. */
import type { Hex } from 'ox/Hex'
import { refusal, type WardenError } from '../../shared/errors.ts'
import {
  hexDigits,
  MODULE_ID,
  MODULE_PAYLOAD_BYTES,
  MODULE_SELECTOR,
  PADDED_MODULE_PAYLOAD_BYTES,
  PADDING_BYTES,
  PAYLOAD_BYTES,
} from './layout.ts'

export interface PayloadSignature {
  /** 32 bytes. */
  readonly r: Hex
  /** 32 bytes. */
  readonly s: Hex
  /** As in ecrecover. */
  readonly v: 27 | 28
}

export interface PayloadRouting {
  /** 16 bytes. */
  readonly moduleId: Hex
  /** 4 bytes. */
  readonly selector: Hex
  /** Bytes of the module payload with padding. */
  readonly paddedLength: number
  /** Bytes of the padding. */
  readonly padding: number
}

export interface DecodedPayload {
  /** Seconds since 1970. */
  readonly expiration: bigint
  readonly trackNonce: boolean
  readonly nonce: bigint
  readonly signature: PayloadSignature
  readonly routing: PayloadRouting
}

/**
 * Decodes a payload (hex in any case, `0x` optional). Throws WardenError (refused) with one of these codes:
 * `payload-not-hex`, `payload-wrong-length`, and in the routing word `payload-other-module`, `payload-other-selector`,
 * `payload-wrong-module-length`, `payload-wrong-padding-length`, `payload-reserved-not-zero`, and in the module payload
 * `payload-padding-not-zero`, `payload-bad-track-nonce`, `payload-bad-v`.
 */
export function decodePayload(hex: string): DecodedPayload {
  const bytes = byteReader(hex)
  return {
    // Checked first: the other fields mean nothing in a payload of another module.
    routing: readRouting(bytes),
    expiration: bytes.number(0, 32),
    trackNonce: readTrackNonce(bytes),
    nonce: bytes.number(33, 65),
    signature: { r: bytes.hex(65, 97), s: bytes.hex(97, 129), v: readV(bytes) },
  }
}

interface ByteReader {
  /** Bytes from..to, `to` excluded. */
  hex(from: number, to: number): Hex
  number(from: number, to: number): bigint
}

function byteReader(payload: string): ByteReader {
  const digits = hexDigits(payload)
  if (digits === undefined)
    throw fault('payload-not-hex', 'the payload is not hex: 0x and an even number of hex digits')
  if (digits.length !== 2 * PAYLOAD_BYTES)
    throw fault(
      'payload-wrong-length',
      `the payload has ${digits.length / 2} bytes, not ${PAYLOAD_BYTES}`,
      `In call data that contains a payload, it is the last ${PAYLOAD_BYTES} bytes.`,
    )
  const read = (from: number, to: number): Hex => `0x${digits.slice(2 * from, 2 * to)}`
  return { hex: read, number: (from, to) => BigInt(read(from, to)) }
}

function readRouting(bytes: ByteReader): PayloadRouting {
  const routing = {
    moduleId: bytes.hex(176, 192),
    selector: bytes.hex(172, 176),
    paddedLength: Number(bytes.number(168, 172)),
    padding: Number(bytes.number(164, 168)),
  }
  const { moduleId, selector, paddedLength, padding } = routing
  if (moduleId !== MODULE_ID)
    throw fault('payload-other-module', `the payload is for module ${moduleId}, not for ${MODULE_ID} (signature-0.0.1)`)
  if (selector !== MODULE_SELECTOR)
    throw fault(
      'payload-other-selector',
      `the payload is for function ${selector}, not for ${MODULE_SELECTOR} (validateSignature)`,
    )
  if (paddedLength !== PADDED_MODULE_PAYLOAD_BYTES)
    throw fault(
      'payload-wrong-module-length',
      `the payload declares a module part of ${paddedLength} bytes, not ${PADDED_MODULE_PAYLOAD_BYTES}`,
    )
  if (padding !== PADDING_BYTES)
    throw fault(
      'payload-wrong-padding-length',
      `the payload declares a padding of ${padding} bytes, not ${PADDING_BYTES}`,
    )
  if (bytes.number(160, 164) !== 0n)
    throw fault('payload-reserved-not-zero', `the routing word starts with ${bytes.hex(160, 164)}, not with zeros`)
  if (bytes.number(MODULE_PAYLOAD_BYTES, PADDED_MODULE_PAYLOAD_BYTES) !== 0n)
    throw fault('payload-padding-not-zero', 'the padding after the signature is not zero')
  return routing
}

function readTrackNonce(bytes: ByteReader): boolean {
  const byte = bytes.number(32, 33)
  if (byte > 1n) throw fault('payload-bad-track-nonce', `the trackNonce byte is ${byte}, neither 0 nor 1`)
  return byte === 1n
}

function readV(bytes: ByteReader): 27 | 28 {
  const v = bytes.number(129, 130)
  if (v === 27n) return 27
  if (v === 28n) return 28
  throw fault('payload-bad-v', `v of the signature is ${v}, neither 27 nor 28`)
}

function fault(code: string, message: string, ...details: string[]): WardenError {
  return refusal(code, message, { details, parameters: { task: 'decode-payload' } })
}
