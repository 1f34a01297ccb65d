import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOtherAddress } from '../../../src/shared/addresses/other-chains.ts'

/** From the documentation of each chain, and from public lists. */
const known = [
  ['BTC', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['TRX', 'TA3941uFAvmVibSkQ6fMJXxmaSNovX86mz'],
  ['DOGE', 'DFFJhnQNZf8rf67tYnesPu7MuGUpYtzv7Z'],
  ['DASH', 'XnPFsRWTaSgiVauosEwQ6dEitGYXgwznz2'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['XMR', '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'],
  ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
] as const

describe('an address of another chain', () => {
  test.each(known)('%s %s is read with its chain', (chain, text) => {
    expect(readOtherAddress(text)).toEqual({ text, chain, isInvalid: false })
  })

  test.each(known.filter(([chain]) => chain !== 'SOL'))('%s %s has a checksum', (chain, text) => {
    const replacement = text.endsWith('4') ? '5' : '4'
    const wrong = `${text.slice(0, -1)}${replacement}`
    expect(readOtherAddress(wrong)).toEqual({ text: wrong, chain, isInvalid: true })
  })

  test('has the chain of its list where several have its form', () => {
    const [, text] = known[0]
    for (const code of ['BCH', 'BSV']) expect(readOtherAddress(text, code)).toMatchObject({ chain: code })
    expect(readOtherAddress(text, 'xbt')).toMatchObject({ chain: 'BTC' })
    // An asset on several chains.
    expect(readOtherAddress(known[4][1], 'USDT')).toMatchObject({ chain: 'TRX' })
    expect(readOtherAddress(text, 'TRX')).toMatchObject({ chain: 'BTC', isInvalid: false })
  })

  test('is kept where its form is that of no chain that is known', () => {
    const text = '2'.repeat(60)
    expect(readOtherAddress(text)).toEqual({ text, chain: undefined, isInvalid: false })
  })

  test('is the same in upper case where its alphabet is', () => {
    const [, text] = known[2]
    expect(readOtherAddress(text.toUpperCase())).toEqual(readOtherAddress(text))
    expect(readOtherAddress('bitcoincash:qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq')?.text).toBe(
      'qpf2cphc5dkuclkqur7lhj2yuqq9pk3hmukle77vhq',
    )
  })
})

test('EVM addresses, selectors and words are none', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^0x[0-9a-f]{0,64}$/), (text) => {
      expect(readOtherAddress(text)).toBeUndefined()
      expect(readOtherAddress(text.toUpperCase())).toBeUndefined()
    }),
  )
  for (const text of ['', 'payroll', 'vitalik.eth', 'not an address at all, but a sentence']) {
    expect(readOtherAddress(text)).toBeUndefined()
  }
})

test('what is read is read the same again', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (text) => {
      const read = readOtherAddress(text)
      if (read) expect(readOtherAddress(read.text, read.chain)).toEqual(read)
    }),
  )
})
