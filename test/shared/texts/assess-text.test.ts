import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessText, isHashText, type TextContext, textOfBytes } from '../../../src/shared/texts/assess-text.ts'
import { readSignIn } from '../../../src/shared/texts/sign-in.ts'

const ACCOUNT = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const NOW = Date.parse('2026-01-02T03:04:05Z')

const parts = {
  header: 'app.example wants you to sign in with your Ethereum account:',
  account: ACCOUNT,
  statement: 'I accept the Terms: https://app.example/tos',
  uri: 'URI: https://app.example/login',
  version: 'Version: 1',
  chain: 'Chain ID: 1',
  nonce: 'Nonce: 32891756',
  issued: 'Issued At: 2026-01-02T03:00:00Z',
  more: [] as readonly string[],
}

function signIn(given: Partial<typeof parts> = {}): string {
  const { header, account, statement, uri, version, chain, nonce, issued, more } = { ...parts, ...given }
  return [
    header,
    account,
    '',
    statement,
    ...(statement === '' ? [] : ['']),
    uri,
    version,
    chain,
    nonce,
    issued,
    ...more,
  ].join('\n')
}

const assess = (text: string, context: Partial<TextContext> = {}) =>
  assessText(text, { site: 'app.example', signer: ACCOUNT, chainId: '1', now: NOW, ...context })

const recap = (att: object) => `urn:recap:${Buffer.from(JSON.stringify({ att, prf: [] })).toString('base64url')}`

describe('a sign-in (EIP-4361)', () => {
  test('on the site that asks is safe, and every member is read', () => {
    const more = [
      'Expiration Time: 2026-01-02T04:00:00.000Z',
      'Not Before: 2026-01-02T03:00:00+00:00',
      'Request ID: some-id',
      'Resources:',
      '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
      '- https://app.example/my-web2-claim.json',
    ]
    expect(assess(signIn({ header: `https://${parts.header}`, more }))).toEqual({
      verdict: 'SAFE',
      reasons: [],
      signIn: {
        scheme: 'https',
        domain: 'app.example',
        address: ACCOUNT,
        statement: parts.statement,
        uri: 'https://app.example/login',
        chainId: '1',
        nonce: '32891756',
        issuedAt: '2026-01-02T03:00:00Z',
        expirationTime: '2026-01-02T04:00:00.000Z',
        notBefore: '2026-01-02T03:00:00+00:00',
        requestId: 'some-id',
        resources: [
          'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
          'https://app.example/my-web2-claim.json',
        ],
        abilities: [],
      },
    })
    expect(assess(signIn({ statement: '' }))).toMatchObject({ verdict: 'SAFE' })
  })

  test('is no data where the site that asks is not known', () => {
    expect(assess(signIn(), { site: undefined })).toMatchObject({
      verdict: 'NO DATA',
      reasons: [{ text: 'it signs in to app.example, and which site asks is not known' }],
    })
  })

  test.each([
    ['APP.example', 'SAFE'],
    ['https://app.example', 'SAFE'],
    ['https://App.Example:443/login?x=1', 'SAFE'],
    ['app.example.', 'SAFE'],
    ['app.example:8443', 'UNSAFE'],
    ['example', 'UNSAFE'],
    ['app.example.evil', 'UNSAFE'],
    ['аpp.example', 'UNSAFE'],
    ['user@app.example', 'NO DATA'],
  ])('asked for by %s is %s', (site, verdict) => {
    expect(assess(signIn(), { site }).verdict).toBe(verdict)
  })

  test('with a scheme is for that scheme', () => {
    const text = signIn({ header: `http://${parts.header}` })
    expect(assess(text, { site: 'https://app.example' }).verdict).toBe('UNSAFE')
    expect(assess(text, { site: 'app.example' }).verdict).toBe('SAFE')
  })

  test.each([
    ['for another account', {}, { signer: '0x52908400098527886E0F7030069857D2E4169EE7' }, 'another account signs it'],
    ['for another chain', {}, { chainId: '8453' }, 'the wallet is on chain 8453'],
    ['for another site', { uri: 'URI: https://evil.example/login' }, {}, 'for evil.example, which is another site'],
    ['that has ended', { more: ['Expiration Time: 2026-01-02T03:04:05Z'] }, {}, 'it ended at 2026-01-02T03:04:05Z'],
    ['that begins later', { more: ['Not Before: 2026-01-03T00:00:00Z'] }, {}, 'it begins at'],
    ['of tomorrow', { issued: 'Issued At: 2026-01-03T00:00:00Z' }, {}, 'which is not yet'],
    [
      'that ends before it begins',
      { more: ['Expiration Time: 2026-01-02T04:00:00Z', 'Not Before: 2026-01-02T05:00:00Z'] },
      {},
      'it ends before it begins',
    ],
  ])('%s is a warning', (_, given, context, why) => {
    const { verdict, reasons } = assess(signIn(given), context)
    expect(verdict).toBe('WARNING')
    expect(reasons[0]?.text).toContain(why)
  })

  test('of a part of the site is no warning, and no more is a clock that is a minute late', () => {
    expect(assess(signIn({ uri: 'URI: https://api.app.example' })).verdict).toBe('SAFE')
    expect(assess(signIn({ uri: 'URI: did:key:z6MkjJvFgULdBEJGv6cSELf6GshJmJ7jGRu4rpoEVBoGfVbU' })).verdict).toBe(
      'SAFE',
    )
    expect(assess(signIn({ issued: 'Issued At: 2026-01-02T03:05:05Z' })).verdict).toBe('SAFE')
  })

  test.each([
    ['another chain’s accounts', { header: parts.header.replace('Ethereum', 'Solana') }],
    ['a lookalike letter', { header: parts.header.replace('sign', 'sіgn') }],
    ['an invisible character', { header: parts.header.replace('wants', 'wants\u200b') }],
    ['a user name before the host', { header: parts.header.replace('app.example', 'app.example@evil.example') }],
    ['an address in lower case', { account: ACCOUNT.toLowerCase() }],
    ['a statement of two lines', { statement: 'one\ntwo' }],
    ['version 2', { version: 'Version: 2' }],
    ['a nonce of 7', { nonce: 'Nonce: 1234567' }],
    ['a nonce with a sign', { nonce: 'Nonce: 12345678-' }],
    ['a chain in hex', { chain: 'Chain ID: 0x1' }],
    ['no time', { issued: 'Issued At: yesterday' }],
    ['the 30th of February', { issued: 'Issued At: 2026-02-30T03:00:00Z' }],
    ['an unknown line', { more: ['Amount: 5'] }],
    ['members out of order', { version: parts.chain, chain: parts.version }],
    ['a line behind it', { more: [''] }],
    ['a resource that is no URI', { more: ['Resources:', '- no uri'] }],
    ['a line end of Windows', { nonce: `${parts.nonce}\r` }],
    ['two blanks', { nonce: 'Nonce:  32891756' }],
    ['no URI', { uri: 'URI: app.example' }],
  ])('with %s is none, and a warning', (_, given) => {
    const { verdict, reasons, signIn: read } = assess(signIn(given))
    expect({ verdict, read }).toEqual({ verdict: 'WARNING', read: undefined })
    expect(reasons[0]?.text).toMatch(/^it looks like a sign-in \(EIP-4361\) and is none: (?:it|one of its)/)
  })
})

describe('rights that a sign-in gives away (EIP-5573)', () => {
  const says =
    "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'delete', 'read' for 'https://app.example/photos'. (2) 'msg': 'send' for 'https://app.example/photos'."
  const resource = recap({ 'https://app.example/photos': { 'msg/send': [{}], 'crud/read': [{}], 'crud/delete': [{}] } })

  test('are no data, and named', () => {
    const { verdict, signIn: read } = assess(
      signIn({ statement: `Hello. ${says}`, more: ['Resources:', `- ${resource}`] }),
    )
    expect(verdict).toBe('NO DATA')
    expect(read?.abilities).toEqual([
      { resource: 'https://app.example/photos', action: 'msg/send' },
      { resource: 'https://app.example/photos', action: 'crud/read' },
      { resource: 'https://app.example/photos', action: 'crud/delete' },
    ])
  })

  test('of a public sample are read', () => {
    const text = signIn({
      statement:
        "This is a test statement.  You can put anything you want here. I further authorize the stated URI to perform the following actions on my behalf: (1) 'Auth': 'Auth' for 'lit-ratelimitincrease://24529'.",
      more: [
        'Resources:',
        '- urn:recap:eyJhdHQiOnsibGl0LXJhdGVsaW1pdGluY3JlYXNlOi8vMjQ1MjkiOnsiQXV0aC9BdXRoIjpbeyJuZnRfaWQiOlsiMjQ1MjkiXSwidXNlcyI6IjIwMCJ9XX19LCJwcmYiOltdfQ',
      ],
    })
    expect(assess(text).signIn?.abilities).toEqual([{ resource: 'lit-ratelimitincrease://24529', action: 'Auth/Auth' }])
  })

  test.each([
    ['are not in the statement', 'Hello.', [resource], 'does not say what its ReCap allows'],
    ['are said otherwise', says.replace("'delete', ", ''), [resource], 'does not say what its ReCap allows'],
    ['are followed by other resources', says, [resource, 'https://app.example'], 'is not the last'],
    ['cannot be read', says, ['urn:recap:e30='], 'is not a URI|cannot be read'],
    ['are of another form', says, [recap([])], 'cannot be read'],
    ['are none', says, [recap({})], 'allows nothing'],
  ])('that %s are a warning', (_, statement, resources, why) => {
    const { verdict, reasons } = assess(
      signIn({ statement, more: ['Resources:', ...resources.map((each) => `- ${each}`)] }),
    )
    expect(verdict).toBe('WARNING')
    expect(reasons[0]?.text).toMatch(new RegExp(why))
  })
})

test('another text is no data', () => {
  for (const text of ['I agree', '', 'Welcome to OpenSea!\n\nNonce:\n7d1f'])
    expect(assess(text)).toMatchObject({
      verdict: 'NO DATA',
      reasons: [{ text: 'it is a text, and what a text agrees to is not known' }],
    })
})

test('32 bytes are no text, and neither are bytes with control characters', () => {
  expect(isHashText(`0x${'ab'.repeat(32)}`)).toBe(true)
  expect(isHashText(` ${'AB'.repeat(32)} `)).toBe(true)
  expect(isHashText(`0x${'ab'.repeat(31)}`)).toBe(false)
  expect(textOfBytes(Buffer.from('Héllo\n'))).toBe('Héllo\n')
  expect(textOfBytes(Buffer.from([0x19, 0x01]))).toBeUndefined()
  expect(textOfBytes(Buffer.from([0xff, 0xfe]))).toBeUndefined()
})

test('whichever character of a sign-in changes, it is never safe with other members', () => {
  const text = signIn({ more: ['Expiration Time: 2026-01-02T04:00:00Z'] })
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), (at, other) => {
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      const { verdict, signIn: read } = assess(changed)
      if (verdict !== 'SAFE') return
      const expected = readSignIn(text)
      if (!read || !('signIn' in expected)) throw new Error('what is safe is read')
      expect({ ...read, nonce: '', statement: '', uri: '', issuedAt: '', expirationTime: '' }).toMatchObject({
        domain: expect.stringMatching(/^app\.example$/i),
        address: ACCOUNT,
        chainId: expect.stringMatching(/^0*1$/),
      })
    }),
  )
})
