import fc from 'fast-check'
import * as Address from 'ox/Address'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'
import { describe, expect, it } from 'vitest'
import {
  type ClaimedConfirmation,
  type OwnerFacts,
  readConfirmations,
  SignatureBudget,
  unprovenSigners,
  verifyConfirmations,
} from '../../../../src/service/safes/queue/signatures.ts'

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

const verify = (claimed: readonly ClaimedConfirmation[], facts: Partial<OwnerFacts> = {}) =>
  verifyConfirmations(hash, readConfirmations(claimed), { owners, ...facts })
/** Who signs by the bytes. */
const signersOf = async (signature: string) =>
  (await verify([{ owner: carol, signature }])).map(({ owner, form, fault }) => [form ?? fault, owner])

describe('signatures of a Safe transaction', () => {
  it('recovers who signed the hash, and who signed it as a message (eth_sign)', async () => {
    expect(await signersOf(sign(aliceKey))).toEqual([['hash', alice]])
    expect(await signersOf(personal(bobKey))).toEqual([['eth-sign', bob]])
  })

  it('splits packed signatures, with what contracts verify behind them', async () => {
    const { head, tail } = contractSignature(carol, 195n, '0xc0ffee')
    const packed = Hex.concat(sign(aliceKey), named(bob, 0n, 1), head, tail)
    expect(await signersOf(packed)).toEqual([
      ['hash', alice],
      ['approved', bob],
      ['contract', carol],
    ])
  })

  it('reads nothing from bytes that point outside of themselves', async () => {
    for (const bytes of [
      contractSignature(carol, 65n, '0x').head,
      Hex.concat(named(carol, 65n, 0), Hex.fromNumber(2n ** 255n, { size: 32 })),
      Hex.concat(named(carol, 2n ** 255n, 0), '0x00'),
      '0x',
      `${sign(aliceKey)}00`,
    ])
      expect(await signersOf(bytes)).toEqual([['unreadable', carol]])
  })

  it('never throws, and never counts an owner without its key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const read = await verify([{ owner: alice, signature: Hex.fromBytes(bytes) }])
        expect(read.filter(({ valid }) => valid)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('confirmations', () => {
  it('counts an owner once', async () => {
    const signature = sign(aliceKey)
    expect(
      await verify([
        { owner: alice, signature },
        { owner: alice, signature: personal(aliceKey) },
      ]),
    ).toEqual([{ owner: alice, valid: true, form: 'hash' }])
  })

  it('names who really signed, whatever the service claims', async () => {
    const signature = sign(aliceKey)
    expect(await verify([{ owner: bob, signature }])).toEqual([
      { owner: alice, valid: true, form: 'hash', fault: 'mismatch' },
    ])
  })

  it('names signatures of other accounts', async () => {
    const [, , carolKey = '0x'] = keys
    const claimed = [{ owner: carol, signature: sign(carolKey) }]
    expect(await verify(claimed)).toEqual([{ owner: carol, valid: false, form: 'hash', fault: 'not-owner' }])
  })

  it('does not count a signature of another hash', async () => {
    const other = Hash.keccak256('0x5678')
    expect(await verify([{ owner: alice, signature: sign(aliceKey, other) }])).toMatchObject([{ valid: false }])
  })

  it('counts approvals on chain and contracts only when a node proves them', async () => {
    const claimed = [{ owner: alice, signature: null }]
    expect(await verify(claimed)).toMatchObject([{ owner: alice, valid: false, fault: 'unproven' }])
    expect(await verify(claimed, { approvedBy: owners })).toMatchObject([
      { owner: alice, valid: true, form: 'approved' },
    ])
    const { head, tail } = contractSignature(bob, 65n, '0xab')
    expect(unprovenSigners(readConfirmations([...claimed, { owner: bob, signature: Hex.concat(head, tail) }]))).toEqual(
      [
        { owner: alice, form: 'approved', data: '0x' },
        { owner: bob, form: 'contract', data: '0xab' },
      ],
    )
  })

  it('counts nothing where the owners are not known', async () => {
    const read = readConfirmations([{ owner: alice, signature: sign(aliceKey) }])
    expect(await verifyConfirmations(hash, read, undefined)).toEqual([
      { owner: alice, valid: false, form: 'hash', fault: 'unproven' },
    ])
  })

  it('reads no signature with more parts than the Safe has owners, and equal ones once', async () => {
    const parts = Hex.concat(sign(aliceKey), sign(bobKey), sign(aliceKey))
    const read = (most: number) =>
      verifyConfirmations(hash, readConfirmations([{ owner: alice, signature: parts }], most), { owners })
    expect(await read(2)).toEqual([{ owner: alice, valid: false, fault: 'unreadable' }])
    expect((await read(3)).map(({ owner, valid }) => [owner, valid])).toEqual([
      [alice, true],
      [bob, true],
    ])
  })

  it('reads 2,000 signatures of one list, in any form, and says where the others begin', async () => {
    const budget = new SignatureBudget()
    const first = readConfirmations([{ owner: bob, signature: sign(bobKey) }], 3, budget)
    const many = Array.from({ length: 1999 }, (_, at) => ({
      owner: alice,
      signature: at % 2 === 0 ? `0x${at.toString(16).padStart(4, '0')}` : Hex.concat(named(alice, BigInt(at), 1)),
    }))
    const rest = readConfirmations(
      [...many, ...many, { owner: carol, signature: sign(aliceKey) }, { owner: bob, signature: null }],
      3,
      budget,
    )
    expect(await verifyConfirmations(hash, first, { owners })).toMatchObject([{ owner: bob, valid: true }])
    const read = await verifyConfirmations(hash, rest, { owners })
    expect(read.at(-1)).toEqual({ owner: carol, valid: false, fault: 'over-limit' })
    expect(read.filter(({ valid }) => valid)).toEqual([])
    expect(
      await verifyConfirmations(hash, readConfirmations([{ owner: alice, signature: sign(aliceKey) }], 3, budget), {
        owners,
      }),
    ).toEqual([{ owner: alice, valid: false, fault: 'over-limit' }])
  })
})
