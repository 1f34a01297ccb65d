/**
 * The payload built from the published byte map as concatenated hex strings. Shares no code with
 * the code under test; uses only hash and curve of ox.
 */
import { createECDH } from 'node:crypto'
import * as Hash from 'ox/Hash'
import type { Hex } from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import type { PayloadRequest } from '../../../src/service/payload/build.ts'

/** Private keys 1 and 2, with their well-known addresses. */
export const SIGNER_KEY = `0x${'1'.padStart(64, '0')}`
export const SIGNER = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf'
export const OTHER_KEY = `0x${'2'.padStart(64, '0')}`
export const OTHER_SIGNER = '0x2b5ad5c4795c026514f8317c7a215e218dccd6cf'

export const FROM = `0x${'a1'.repeat(20)}`
export const TO = `0x${'b2'.repeat(20)}`
export const MODULE = `0x${'c3'.repeat(20)}`

/** Digits of a 32-byte word. */
export function word(value: bigint | number): string {
  return value.toString(16).padStart(64, '0')
}

export function addressWord(address: string): string {
  return `000000000000000000000000${address.slice(2).toLowerCase()}`
}

/** f(uint256,bytes) called with 7: the part before the length word of its payload. */
export const CALL_HEAD = `0x12345678${word(7)}${word(0x40)}`
export const EMPTY_SLOT = `${CALL_HEAD}${word(0)}`

export function withPayload(payload: string): string {
  return `${CALL_HEAD}${word(192)}${payload.slice(2)}`
}

/** f(uint256,uint256): its last word is not a length. */
export const NO_SLOT = `0x87654321${word(7)}${word(11)}`

export function keccak(digits: string): string {
  return Hash.keccak256(`0x${digits}`).slice(2)
}

export interface DigestParts {
  readonly chainId: number
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** Hashed part of the call data, in hex. */
  readonly hashed: string
  readonly moduleAddress: string
  readonly nonce: bigint
  readonly expiration: bigint
}

export function digestByHand(parts: DigestParts): Hex {
  const words = [
    word(parts.chainId),
    addressWord(parts.from),
    addressWord(parts.to),
    word(parts.value),
    keccak(parts.hashed.slice(2)),
    addressWord(parts.moduleAddress),
    '719bee28'.padEnd(64, '0'),
    word(parts.nonce),
    word(parts.expiration),
  ]
  return `0x${keccak(words.join(''))}`
}

/** EIP-191, version 0x45: 0x19 "Ethereum Signed Message:\n" "32" and the 32 bytes. */
export function messageByHand(digest: string): Hex {
  const prefix = Buffer.from('\u0019Ethereum Signed Message:\n32', 'latin1').toString('hex')
  return `0x${keccak(prefix + digest.slice(2))}`
}

export interface PayloadParts {
  readonly expiration: string
  readonly trackNonce: string
  readonly nonce: string
  readonly r: string
  readonly s: string
  readonly v: string
  readonly zeroes: string
  readonly reserved: string
  readonly padding: string
  readonly paddedLength: string
  readonly selector: string
  readonly moduleId: string
}

/** A payload of these parts (hex digits), with defaults. */
export function payloadByHand(parts: Partial<PayloadParts> = {}): Hex {
  const whole: PayloadParts = {
    expiration: word(1_700_000_000),
    trackNonce: '01',
    nonce: word(5),
    r: word(0x1111n),
    s: word(0x2222n),
    v: '1b',
    zeroes: '00'.repeat(30),
    reserved: '00000000',
    padding: '0000001e',
    paddedLength: '000000a0',
    selector: '719bee28',
    moduleId: '8627ac9f51cee3e9224e0f4644a33be4',
    ...parts,
  }
  const { expiration, trackNonce, nonce, r, s, v, zeroes, reserved, padding, paddedLength, selector, moduleId } = whole
  const modulePayload = [expiration, trackNonce, nonce, r, s, v, zeroes].join('')
  return `0x${modulePayload}${[reserved, padding, paddedLength, selector, moduleId].join('')}`
}

/** Address of a private key: last 20 bytes of the hash of OpenSSL's public key. */
export function addressOf(privateKey: string): string {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(privateKey.slice(2), 'hex')
  return `0x${keccak(ecdh.getPublicKey('hex').slice(2)).slice(24)}`
}

/** The signer of the payload for `digest`, from bytes 65–129. */
export function signerByHand(payload: string, digest: string): string {
  const at = (from: number, to: number): Hex => `0x${payload.slice(2 + 2 * from, 2 + 2 * to)}`
  const signature = { r: at(65, 97), s: at(97, 129), yParity: Number(at(129, 130)) - 27 }
  return Secp256k1.recoverAddress({ payload: messageByHand(digest), signature }).toLowerCase()
}

/** A request with defaults: no tracked nonce, no value, an empty slot. */
export function request(changes: Partial<PayloadRequest> = {}): PayloadRequest {
  return {
    chainId: '1',
    from: FROM,
    to: TO,
    value: 0n,
    data: EMPTY_SLOT,
    slotMode: 'auto',
    moduleAddress: MODULE,
    trackNonce: false,
    nonce: 0n,
    expiration: 1_700_000_000n,
    privateKey: SIGNER_KEY,
    ...changes,
  }
}
