import { expect, test } from 'vitest'
import { analyzed, judgedMessage, owner, safe, thief, trusted, typed, verdict, ZERO } from './typed.ts'

const EXCHANGE = '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E'
const USDC = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'
const TOKENS = '0x4d97dcd97ec945f40cf65f87097ace5ea0476045'
const known = { intel: [EXCHANGE, USDC, TOKENS].map((address) => trusted(address)), hasHistory: true }

const [BUY, SELL] = [0, 1]
const order = (message: object, contract: string = EXCHANGE, name = 'Polymarket CTF Exchange') =>
  typed(
    'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
    contract,
    {
      salt: '1',
      maker: owner,
      signer: owner,
      taker: ZERO,
      tokenId: '77',
      makerAmount: '5000000',
      takerAmount: '9000000',
      expiration: '0',
      nonce: '0',
      feeRateBps: '0',
      side: BUY,
      signatureType: 0,
      ...message,
    },
    { name, chainId: 137 },
  )

test.each([BUY, SELL])('an order for nothing is UNSAFE (side %i)', (side) => {
  expect(verdict(judgedMessage(order({ side, takerAmount: '0' }), known))).toBe('UNSAFE one-sided-order 90')
})

test('near miss: an order that pays its maker is NO DATA, and is read with its tokens', () => {
  for (const side of [BUY, SELL]) expect(verdict(judgedMessage(order({ side }), known))).toBe('NO DATA')
  expect(analyzed(order({ side: SELL }))).toMatchObject({
    actions: [
      {
        gives: [{ standard: 'erc1155', token: TOKENS, ids: [77n], amount: 5_000_000n }],
        receives: [{ token: USDC, amount: 9_000_000n }],
      },
    ],
  })
})

test('evasion: a fee takes all, dust is paid, the maker is a proxy wallet of the signer', () => {
  for (const evasion of [
    { side: SELL, feeRateBps: '10000' },
    { side: SELL, feeRateBps: '99999' },
    { side: SELL, takerAmount: '999' },
    { takerAmount: '0', maker: safe },
    { takerAmount: '0', taker: thief },
  ])
    expect(verdict(judgedMessage(order(evasion), known))).toBe('UNSAFE one-sided-order 90')
})

test('evasion: another contract that takes the name; a copy with a name of its own is read', () => {
  expect(verdict(judgedMessage(order({}, thief), known))).toContain('message-domain 45')
  expect(verdict(judgedMessage(order({ takerAmount: '0' }, thief, 'Another Exchange'), known))).toContain(
    'one-sided-order 90',
  )
})
