import fc from 'fast-check'
import * as Address from 'ox/Address'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'
import { describe, expect, it } from 'vitest'
import { readSignatures, unprovenSigners, verifyConfirmations } from '../../../../src/service/safes/queue/signatures.ts'

const keys = [1n, 2n, 3n].map((key) => Hex.fromNumber(key, { size: 32 }))
const [alice = '', bob = '', carol = ''] = keys.map((privateKey) =>
  Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })).toLowerCase(),
)
const [aliceKey = '0x', bobKey = '0x'] = keys
const hash = Hash.keccak256('0x1234')
const owners = new Set([alice, bob])

function sign(privateKey: Hex.Hex, payload: Hex.Hex = hash, added = 27): Hex.Hex {
  const { r, s, yParity } = Secp256k1.sign({ payload, privateKey })
  return Hex.concat(Hex.padLeft(r, 32), Hex.padLeft(s, 32), Hex.fromNumber(yParity + added, { size: 1 }))
}
const personal = (key: Hex.Hex) => sign(key, PersonalMessage.getSignPayload(hash), 31)
const named = (owner: string, s: bigint, v: number) =>
  Hex.concat(Hex.padLeft(owner as Hex.Hex, 32), Hex.fromNumber(s, { size: 32 }), Hex.fromNumber(v, { size: 1 }))
const contractSignature = (owner: string, at: bigint, data: Hex.Hex) => ({
  head: named(owner, at, 0),
  tail: Hex.concat(Hex.fromNumber(BigInt(Hex.size(data)), { size: 32 }), data),
})

describe('signatures of a Safe transaction', () => {
  it('recovers who signed the hash, and who signed it as a message (eth_sign)', () => {
    expect(readSignatures(hash, sign(aliceKey))).toEqual([{ form: 'hash', signer: alice, data: '0x' }])
    expect(readSignatures(hash, personal(bobKey))).toEqual([{ form: 'eth-sign', signer: bob, data: '0x' }])
  })

  it('splits packed signatures, with what contracts verify behind them', () => {
    const { head, tail } = contractSignature(carol, 195n, '0xc0ffee')
    const packed = Hex.concat(sign(aliceKey), named(bob, 0n, 1), head, tail)
    expect(readSignatures(hash, packed)).toEqual([
      { form: 'hash', signer: alice, data: '0x' },
      { form: 'approved', signer: bob, data: '0x' },
      { form: 'contract', signer: carol, data: '0xc0ffee' },
    ])
  })

  it('reads nothing from bytes that point outside of themselves', () => {
    expect(readSignatures(hash, contractSignature(carol, 65n, '0x').head)).toBeUndefined()
    expect(
      readSignatures(hash, Hex.concat(named(carol, 65n, 0), Hex.fromNumber(2n ** 255n, { size: 32 }))),
    ).toBeUndefined()
    expect(readSignatures(hash, Hex.concat(named(carol, 2n ** 255n, 0), '0x00'))).toBeUndefined()
    expect(readSignatures(hash, '0x')).toBeUndefined()
    expect(readSignatures(hash, `${sign(aliceKey)}00`)).toBeUndefined()
  })

  it('never throws, and never counts an owner without its key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = verifyConfirmations(hash, [{ owner: alice, signature: Hex.fromBytes(bytes) }], { owners })
        expect(read.filter(({ valid }) => valid)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('confirmations', () => {
  const verify = (claimed: { owner: string; signature: string | null }[], facts = {}) =>
    verifyConfirmations(hash, claimed, { owners, ...facts })

  it('counts an owner once', () => {
    const signature = sign(aliceKey)
    expect(
      verify([
        { owner: alice, signature },
        { owner: alice, signature: personal(aliceKey) },
      ]),
    ).toEqual([{ owner: alice, valid: true, form: 'hash' }])
  })

  it('names who really signed, whatever the service claims', () => {
    const signature = sign(aliceKey)
    expect(verify([{ owner: bob, signature }])).toEqual([
      { owner: alice, valid: true, form: 'hash', fault: 'mismatch' },
    ])
  })

  it('names signatures of former owners and of other accounts', () => {
    const [, , carolKey = '0x'] = keys
    const claimed = [{ owner: carol, signature: sign(carolKey) }]
    expect(verify(claimed)).toEqual([{ owner: carol, valid: false, form: 'hash', fault: 'not-owner' }])
    expect(verify(claimed, { formerOwners: new Set([carol]) })).toEqual([
      { owner: carol, valid: false, form: 'hash', fault: 'former-owner' },
    ])
  })

  it('does not count a signature of another hash', () => {
    const other = Hash.keccak256('0x5678')
    expect(verify([{ owner: alice, signature: sign(aliceKey, other) }])).toMatchObject([{ valid: false }])
  })

  it('counts approvals on chain and contracts only when a node proves them', () => {
    const claimed = [{ owner: alice, signature: null }]
    expect(verify(claimed)).toMatchObject([{ owner: alice, valid: false, fault: 'unproven' }])
    expect(verify(claimed, { approvedBy: owners })).toMatchObject([{ owner: alice, valid: true, form: 'approved' }])
    const { head, tail } = contractSignature(bob, 65n, '0xab')
    expect(unprovenSigners(hash, [...claimed, { owner: bob, signature: Hex.concat(head, tail) }])).toEqual([
      { owner: alice, form: 'approved', data: '0x' },
      { owner: bob, form: 'contract', data: '0xab' },
    ])
  })

  it('counts nothing where the owners are not known', () => {
    expect(verifyConfirmations(hash, [{ owner: alice, signature: sign(aliceKey) }], undefined)).toEqual([
      { owner: alice, valid: false, form: 'hash', fault: 'unproven' },
    ])
  })
})
