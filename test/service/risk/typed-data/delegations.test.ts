import { describe, expect, test } from 'vitest'
import { analyzed, coin, judgedMessage, NOW, owner, partner, thief, trusted, typed, verdict } from './typed.ts'

const MANAGER = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
const SPENDING = '0xf85210B21cC50302F477BA56686d2019dC9b67Ad'
const known = { intel: [trusted(coin), trusted(partner), trusted(MANAGER), trusted(SPENDING)], hasHistory: true }
const texts = (data: unknown) => judgedMessage(data, known).explanation.reasons.map(({ text }) => text)

describe('a delegation of MetaMask', () => {
  const TARGETS = '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB'
  const TIMESTAMP = '0x1046bb45C8d673d4ea75321280DB34899413c069'
  const ROOT = `0x${'ff'.repeat(32)}`
  const delegation = (delegate: string, enforcers: readonly string[] = [], more: object = {}, contract = MANAGER) =>
    typed(
      'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
      contract,
      {
        delegate,
        delegator: owner,
        authority: ROOT,
        salt: '1',
        ...more,
        caveats: enforcers.map((enforcer) => ({ enforcer, terms: `0x${partner.slice(2)}` })),
      },
      { name: 'DelegationManager' },
    )

  test('without caveats gives an unknown delegate full control', () => {
    expect(verdict(judgedMessage(delegation(thief), known))).toBe('UNSAFE control-change 75')
    expect(texts(delegation(thief))).toContain(
      'The delegation has no caveats: the delegate can do everything that the account can.',
    )
    expect(analyzed(delegation(thief), { from: undefined })).toMatchObject({ transaction: { from: owner } })
  })

  test('near miss: to a known delegate, or with caveats that limit its calls', () => {
    expect(verdict(judgedMessage(delegation(partner), known))).toBe('SAFE')
    expect(verdict(judgedMessage(delegation(partner, [TARGETS]), known))).toBe('SAFE')
    expect(verdict(judgedMessage(delegation(thief, [TARGETS]), known))).toBe('WARNING unknown-right 60')
  })

  test('evasion: a caveat of an unknown enforcer, or of one that limits no calls, is none', () => {
    for (const enforcers of [[TIMESTAMP], [`${TARGETS.slice(0, -1)}c`]]) {
      expect(verdict(judgedMessage(delegation(thief, enforcers), known))).toBe('UNSAFE control-change 75')
      expect(texts(delegation(thief, enforcers)).join()).toContain('No known caveat limits the calls')
    }
  })

  test('evasion: the delegate that stands for anyone, a redelegation, another manager', () => {
    const anyone = delegation('0x0000000000000000000000000000000000000a11', [TARGETS])
    expect(verdict(judgedMessage(anyone, known))).toBe('WARNING unknown-right 60')
    expect(texts(anyone)).toContain('Anyone may use the delegation.')
    expect(texts(delegation(partner, [], { authority: `0x${'ab'.repeat(32)}` })).join()).toContain('another delegation')
    expect(verdict(judgedMessage(delegation(partner, [], {}, thief), known))).toContain('message-domain')
  })
})

describe('a spend permission of Coinbase', () => {
  const DAY = 86_400
  const start = NOW / 1000
  const permission = (spender: string, more: object = {}) =>
    typed(
      'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)',
      SPENDING,
      {
        account: owner,
        spender,
        token: coin,
        allowance: '100',
        period: DAY,
        start,
        end: start + DAY * 10,
        salt: '0',
        extraData: '0x',
        ...more,
      },
      { name: 'Spend Permission Manager' },
    )

  test('is an allowance for the sum of its periods', () => {
    expect(verdict(judgedMessage(permission(thief), known))).toBe('WARNING unknown-grant 55')
    expect(analyzed(permission(thief), { from: undefined })).toMatchObject({
      transaction: { from: owner },
      actions: [{ kind: 'grant', owner, authority: thief, asset: { token: coin, amount: 1000n } }],
    })
    expect(texts(permission(thief)).join()).toContain('renews in each of 10 periods')
    expect(texts(permission(thief, { end: 281_474_976_710_655 })).join()).toContain(
      'renews in each period, without an end',
    )
    expect(analyzed(permission(thief, { token: `0x${'Ee'.repeat(20)}`, period: 0 }))).toMatchObject({
      actions: [{ asset: { standard: 'native', amount: 100n } }],
    })
  })

  test('near miss: a known spender, or nothing to spend', () => {
    expect(verdict(judgedMessage(permission(partner), known))).toBe('SAFE')
    expect(verdict(judgedMessage(permission(thief, { allowance: '0' }), known))).toBe('SAFE')
  })

  test('evasion: an allowance of a single unit in very many periods, and an unknown spender within a batch', () => {
    const endless = permission(thief, { allowance: String(2n ** 90n), period: 1, end: 2 ** 48 - 1 })
    expect(analyzed(endless)).toMatchObject({ actions: [{ unlimited: true }] })
    const batch = typed(
      'SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)',
      SPENDING,
      {
        account: owner,
        period: DAY,
        start,
        end: start + 1,
        permissions: [partner, thief].map((spender) => ({
          spender,
          token: coin,
          allowance: '5',
          salt: '0',
          extraData: '0x',
        })),
      },
      { name: 'Spend Permission Manager' },
    )
    expect(verdict(judgedMessage(batch, known))).toBe('WARNING unknown-grant 55')
  })
})
