import { describe, expect, test } from 'vitest'
import { checkAddress, checkUrl, hostOf } from '../../../src/service/egress/address-guard.ts'
import { type EgressPolicy, parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import { innerHosts, loopbackHosts, malformedUrls, metadataHosts, resolvedAddresses } from './guard-cases.ts'

const nothing = parseEgressPolicy([])

function judge(host: string, policy: EgressPolicy = nothing) {
  return checkAddress(hostOf(new URL(`https://${host}/`)), 443, policy)
}

describe('without an allow list', () => {
  test.each([...loopbackHosts, ...innerHosts, ...metadataHosts])('%s is refused', (host) => {
    expect(judge(host)).toMatchObject({ allowed: false })
  })

  test.each(resolvedAddresses)('the resolved address %j is refused', (address) => {
    expect(checkAddress(address, 443, nothing)).toMatchObject({ allowed: false })
  })

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '[2606:4700:4700::1111]',
    '[2a00:1450:4001:81b::200e]',
    '[2001:4860:4860::8888]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::8.8.8.8]',
    '[64:ff9b:1:808:8:800::]',
    '[2002:808:808::1]',
    '[2001:0:808:808::f7f7:f7f7]',
  ])('%s is public', (host) => {
    expect(judge(host)).toEqual({ allowed: true, by: 'public' })
  })

  test.each([
    [443, true],
    [80, true],
    [0, false],
    [22, false],
    [25, false],
    [6379, false],
    [8080, false],
    [8443, false],
  ])('port %i of a public address is allowed: %s', (port, allowed) => {
    expect(checkAddress('8.8.8.8', port, nothing).allowed).toBe(allowed)
  })
})

describe('the reason', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1 is a loopback address'],
    ['10.0.0.1', '10.0.0.1 is a private address'],
    ['100.64.0.1', '100.64.0.1 is a carrier-grade NAT address'],
    ['fe80::1%eth0', 'fe80::1%eth0 is a link-local address'],
    ['fd00::1', 'fd00::1 is a unique local (private) address'],
    ['4000::1', '4000::1 is not a public address'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1 leads to 10.0.0.1, a private address'],
    ['64:ff9b::a00:1', '64:ff9b::a00:1 leads to 10.0.0.1, a private address'],
    ['2002:7f00:1::', '2002:7f00:1:: leads to 127.0.0.1, a loopback address'],
    ['64:ff9b::a9fe:a9fe', '64:ff9b::a9fe:a9fe is a cloud metadata address, which is never allowed'],
    ['localhost', 'localhost is not an IP address'],
  ])('for %s is: %s', (ip, reason) => {
    const isFinal = reason.endsWith('never allowed') && { isFinal: true }
    expect(checkAddress(ip, 443, nothing)).toEqual({ allowed: false, reason, ...isFinal })
  })

  test('for a port names the allowed ones', () => {
    const reason = 'port 6379 is not allowed: only 443 and 80, unless the host is on the allow list'
    expect(checkAddress('8.8.8.8', 6379, nothing)).toEqual({ allowed: false, reason })
  })
})

describe('an entry of the allow list', () => {
  const byAllowList = { allowed: true, by: 'allow-list' }

  test.each([
    ['10.0.0.0/8', '10.1.2.3', 8080],
    ['10.0.0.0/8', '::ffff:10.1.2.3', 8080],
    ['10.0.0.0/8', '64:ff9b::10.1.2.3', 8080],
    ['10.1.2.3', '10.1.2.3', 9],
    ['10.1.2.3:8080', '10.1.2.3', 8080],
    ['127.0.0.0/8', '127.255.0.1', 1],
    ['fd00::/8', 'fd12::1', 8080],
    ['[fd12::1]:8080', 'fd12::1', 8080],
    ['::1', '::1', 65535],
    ['169.254.0.0/16', '169.254.1.1', 443],
    ['fe80::/10', 'fe80::1%eth0', 443],
    ['64:ff9b:1::/48', '64:ff9b:1::10.0.0.1', 443],
    ['8.8.8.8:8443', '8.8.8.8', 8443],
  ])('%s allows %s port %i', (allowance, ip, port) => {
    expect(checkAddress(ip, port, parseEgressPolicy([allowance]))).toEqual(byAllowList)
  })

  test.each([
    ['10.0.0.0/8', '11.1.2.3', 8080],
    ['10.1.2.3:8080', '10.1.2.3', 8081],
    ['10.1.2.3:8080', '10.1.2.4', 8080],
    ['192.168.1.0/24', '192.168.2.1', 443],
    ['fd00::/8', 'fc00::1', 443],
    ['8.8.8.8:8443', '8.8.8.8', 8444],
    ['::1', '127.0.0.1', 443],
  ])('%s does not allow %s port %i', (allowance, ip, port) => {
    expect(checkAddress(ip, port, parseEgressPolicy([allowance]))).toMatchObject({ allowed: false })
  })

  test('with a name allows the addresses of that name only', () => {
    const policy = parseEgressPolicy(['grafana.lan'])
    expect(checkAddress('10.0.0.5', 3000, policy, 'grafana.lan')).toEqual(byAllowList)
    expect(checkAddress('10.0.0.5', 3000, policy, 'other.lan')).toMatchObject({ allowed: false })
    expect(checkAddress('10.0.0.5', 3000, policy)).toMatchObject({ allowed: false })
  })

  test('with a name and port allows that port only', () => {
    const policy = parseEgressPolicy(['grafana.lan:3000'])
    expect(checkAddress('10.0.0.5', 3000, policy, 'grafana.lan')).toEqual(byAllowList)
    expect(checkAddress('10.0.0.5', 443, policy, 'grafana.lan')).toMatchObject({ allowed: false })
    expect(checkAddress('8.8.8.8', 443, policy, 'grafana.lan')).toEqual({ allowed: true, by: 'public' })
  })

  const generous = parseEgressPolicy([
    '10.0.0.0/8',
    '100.64.0.0/10',
    '168.0.0.0/8',
    '169.254.0.0/16',
    '192.0.0.0/8',
    'fc00::/7',
    'fe80::/10',
    '64:ff9b::/48',
    '64:ff9b:1::/48',
    '2000::/7',
    '::/7',
    'metadata.google.internal',
  ])

  test.each(metadataHosts)('never allows the metadata address %s', (host) => {
    const reason = expect.stringContaining('cloud metadata address')
    const refused = { allowed: false, reason, isFinal: true }
    expect(judge(host, generous)).toEqual(refused)
    const ip = hostOf(new URL(`https://${host}/`))
    expect(checkAddress(ip, 80, generous, 'metadata.google.internal')).toEqual(refused)
  })
})

describe('a URL', () => {
  const verdictOf = (text: string, ...allowances: string[]) => {
    const url = URL.parse(text)
    return url === null ? undefined : checkUrl(url, parseEgressPolicy(allowances))
  }

  test.each(malformedUrls(443))('%j is invalid or refused', (text) => {
    expect(verdictOf(text)?.allowed ?? false).toBe(false)
  })

  test.each([
    ['https://hooks.example.com/x', []],
    ['https://hooks.example.com./x', []],
    ['https://HOOKS.example.com:443/x', []],
    ['http://grafana.lan:3000/x', ['grafana.lan']],
    ['http://GRAFANA.lan.:3000/x', ['grafana.lan']],
    ['http://grafana.lan:3000/x', ['grafana.lan:3000']],
    ['http://10.0.0.5/x', ['10.0.0.0/8']],
    ['http://[fd00::5]:81/x', ['fd00::/8']],
    ['https://bücher.example:8443/', ['bücher.example']],
    // A name may resolve into the allowed network: the connection decides.
    ['http://grafana.lan:3000/x', ['10.0.0.0/8']],
  ] as [string, string[]][])('%s is allowed with the allow list %j', (text, allowances) => {
    expect(verdictOf(text, ...allowances)?.allowed).toBe(true)
  })

  test.each([
    ['http://hooks.example.com/x', [], 'plain http to hooks.example.com is not allowed; use https'],
    ['http://8.8.8.8/x', [], 'plain http to 8.8.8.8 is not allowed; use https'],
    ['http://8.8.8.8/x', ['10.0.0.0/8'], 'plain http to 8.8.8.8 is not allowed; use https'],
    [
      'https://hooks.example.com:8443/',
      [],
      'port 8443 is not allowed: only 443 and 80, unless the host is on the allow list',
    ],
    [
      'https://grafana.lan:3001/',
      ['grafana.lan:3000'],
      'port 3001 is not allowed: only 443 and 80, unless the host is on the allow list',
    ],
    ['https://u:p@hooks.example.com/', [], 'the URL must not contain a user name or password'],
    ['https://u@hooks.example.com/', [], 'the URL must not contain a user name or password'],
    ['https://:p@hooks.example.com/', [], 'the URL must not contain a user name or password'],
    ['https://u:p@grafana.lan/', ['grafana.lan'], 'the URL must not contain a user name or password'],
    ['ftp://hooks.example.com/', ['hooks.example.com'], 'only https URLs are allowed'],
    ['https://2130706433/', [], '127.0.0.1 is a loopback address'],
  ] as [string, string[], string][])('%s with the allow list %j is refused: %s', (text, allowances, reason) => {
    expect(verdictOf(text, ...allowances)).toEqual({ allowed: false, reason })
  })

  test.each([
    ['https://grafana.lan/', 'grafana.lan:443', true],
    ['https://grafana.lan/', 'grafana.lan:80', false],
    ['http://grafana.lan/', 'grafana.lan:80', true],
    ['http://grafana.lan/', 'grafana.lan:443', false],
  ])('%s has the port of its scheme: allowed by %s is %s', (text, allowance, isAllowed) => {
    const byAllowList = expect.objectContaining({ by: 'allow-list' })
    expect([verdictOf(text, allowance)]).toEqual([
      isAllowed ? byAllowList : expect.not.objectContaining({ by: 'allow-list' }),
    ])
  })
})

test('a refusal names the host of the URL, and never what it resolves to', () => {
  const addresses = [
    '10.1.2.3',
    '127.0.0.9',
    'fe80::5%eth0',
    'fd12:3456::7',
    '169.254.169.254',
    '::ffff:192.168.7.8',
    '64:ff9b::a01:203',
  ]
  for (const ip of addresses)
    for (const policy of [nothing, parseEgressPolicy(['10.9.0.0/16'])]) {
      const verdict = checkAddress(ip, 443, policy, 'hooks.example.org')
      const reason = verdict.allowed ? '' : verdict.reason
      expect(reason).toMatch(
        /^hooks\.example\.org resolves to (?:an address that is not public|a cloud metadata address, which is never allowed)$/,
      )
    }
})
