import { describe, expect, test } from 'vitest'
import { intel } from '../situation.ts'
import { judgedMessage, owner, partner, thief, trusted, typed, verdict, ZERO } from './typed.ts'

const known = { intel: [trusted(partner)], hasHistory: true }
const action = (name: string, members: string, message: object, domain: object = {}, contract: string = ZERO) =>
  typed(
    `HyperliquidTransaction:${name}(string hyperliquidChain,${members})`,
    contract,
    { hyperliquidChain: 'Mainnet', ...message },
    { name: 'HyperliquidSignTransaction', ...domain },
  )

const SEND_ASSET =
  'string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce'
const sends: readonly (readonly [name: string, members: string, message: object])[] = [
  ['UsdSend', 'string destination,string amount,uint64 time', { amount: '12.5', time: 1 }],
  [
    'SpotSend',
    'string destination,string token,string amount,uint64 time',
    { token: 'PURR:0xc1fb593aeffbeb02f85e0308e9956a90', amount: '12.5', time: 1 },
  ],
  ['Withdraw', 'string destination,string amount,uint64 time', { amount: '12.5', time: 1 }],
  [
    'SendAsset',
    SEND_ASSET,
    { sourceDex: '', destinationDex: 'spot', token: 'USDC', amount: '12.5', fromSubAccount: '', nonce: 1 },
  ],
]

describe.each(sends)('%s', (name, members, message) => {
  const sent = (destination: string) => action(name, members, { ...message, destination })

  test('to an unknown address is a WARNING, with the amount as a remark', () => {
    const judged = judgedMessage(sent(thief), known)
    expect(verdict(judged)).toBe('WARNING foreign-receiver 45')
    expect(judged.explanation.reasons.map(({ text }) => text).join()).toContain('"12.5"')
  })

  test('near miss: to a known address, or to oneself', () => {
    expect(verdict(judgedMessage(sent(partner), known))).toBe('SAFE')
    expect(verdict(judgedMessage(sent(owner), known))).toBe('SAFE')
  })

  test('evasion: the text of the destination has other letters, or is no address', () => {
    const intel_ = { ...known, intel: [...known.intel, intel(thief)] }
    expect(verdict(judgedMessage(sent(`0x${thief.slice(2).toUpperCase()}`), intel_))).toBe('UNSAFE listed-address 90')
    expect(verdict(judgedMessage(sent('somebody'), known))).toBe('WARNING unreadable-message 31')
  })
})

const rights: readonly (readonly [
  points: number,
  name: string,
  members: string,
  holder: string,
  message: object,
  ends: object,
])[] = [
  [
    60,
    'ApproveAgent',
    'address agentAddress,string agentName,uint64 nonce',
    'agentAddress',
    { agentName: 'x', nonce: 1 },
    { agentAddress: ZERO },
  ],
  [
    60,
    'ApproveBuilderFee',
    'string maxFeeRate,address builder,uint64 nonce',
    'builder',
    { maxFeeRate: '0.001%', nonce: 1 },
    { maxFeeRate: '0%' },
  ],
  [
    45,
    'TokenDelegate',
    'address validator,uint64 wei,bool isUndelegate,uint64 nonce',
    'validator',
    { wei: 1, isUndelegate: false, nonce: 1 },
    { isUndelegate: true },
  ],
]

describe.each(rights)('%i points: %s', (points, name, members, holder, message, ends) => {
  const given = (who: string, more: object = {}, contract?: string) =>
    action(name, members, { ...message, [holder]: who, ...more }, {}, contract)

  test('to an unknown address is a WARNING', () => {
    expect(verdict(judgedMessage(given(thief), known))).toBe(`WARNING unknown-right ${points}`)
  })

  test('near miss: to a known address, or when the right ends', () => {
    expect(verdict(judgedMessage(given(partner), known))).toBe('SAFE')
    expect(verdict(judgedMessage(given(thief, ends), known))).toBe('SAFE')
  })

  test('evasion: another contract is named', () => {
    expect(verdict(judgedMessage(given(partner, {}, thief), known))).toBe('WARNING message-domain 45')
  })
})

describe('other actions of Hyperliquid', () => {
  const multiSig = (signers: string) =>
    action('ConvertToMultiSigUser', 'string signers,uint64 nonce', { signers, nonce: 1 })

  test('an account gets other signers', () => {
    const signers = (...users: string[]) => JSON.stringify({ authorizedUsers: users, threshold: 1 })
    expect(verdict(judgedMessage(multiSig(signers(owner, thief)), known))).toBe('WARNING control-change 55')
    expect(verdict(judgedMessage(multiSig(signers(owner, partner)), known))).toBe('WARNING control-change 55')
    expect(verdict(judgedMessage(multiSig('null'), known))).toBe('SAFE')
    expect(verdict(judgedMessage(multiSig('{}'), known))).toBe('WARNING unreadable-message 31')
  })

  test('what is behind a hash cannot be read', () => {
    const hash = `0x${'ab'.repeat(32)}`
    const several = action('SendMultiSig', 'bytes32 multiSigActionHash,uint64 nonce', {
      multiSigActionHash: hash,
      nonce: 1,
    })
    expect(verdict(judgedMessage(several, known))).toBe('WARNING unreadable-message 31')
    const agent = typed(
      'Agent(string source,bytes32 connectionId)',
      ZERO,
      { source: 'a', connectionId: hash },
      { name: 'Exchange' },
    )
    expect(verdict(judgedMessage(agent, known))).toBe('WARNING unreadable-message 31')
  })

  test('a move between the own accounts gives nothing away', () => {
    const moved = action('UsdClassTransfer', 'string amount,bool toPerp,uint64 nonce', {
      amount: '5',
      toPerp: true,
      nonce: 1,
    })
    expect(verdict(judgedMessage(moved, known))).toBe('SAFE')
  })

  test.each([421_614, 1337])(
    'the chain %s of the domain stands for Hyperliquid, on any chain of the wallet',
    (chainId) => {
      const on = (given: number, name = 'ApproveAgent') =>
        action(name, 'address agentAddress,string agentName,uint64 nonce', agent, { chainId: given })
      const agent = { agentAddress: partner, agentName: 'bot', nonce: 1 }
      expect(verdict(judgedMessage(on(chainId), { ...known, chainId: '1' }))).toBe('SAFE')
      expect(verdict(judgedMessage(on(chainId + 1), { ...known, chainId: '1' }))).toBe('WARNING message-domain 50')
      expect(verdict(judgedMessage(on(chainId, 'Anything'), { ...known, chainId: '1' }))).toBe(
        'WARNING message-domain 50',
      )
    },
  )

  test('an unknown action of Hyperliquid is NO DATA', () => {
    expect(verdict(judgedMessage(action('Anything', 'uint64 nonce', { nonce: 1 }), known))).toBe('NO DATA')
  })
})
