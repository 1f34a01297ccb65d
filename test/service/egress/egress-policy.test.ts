import { describe, expect, test } from 'vitest'
import { parseEgressPolicy } from '../../../src/service/egress/egress-policy.ts'
import { failureOf } from '../warden-failure.ts'

describe('an entry of the allow list', () => {
  test.each([
    ['grafana.lan', { name: 'grafana.lan' }],
    [' GRAFANA.Lan ', { name: 'grafana.lan' }],
    ['grafana.lan.', { name: 'grafana.lan' }],
    ['grafana', { name: 'grafana' }],
    ['my_service.internal:8080', { name: 'my_service.internal', port: 8080 }],
    ['bücher.example:443', { name: 'xn--bcher-kva.example', port: 443 }],
  ])('%j is a host', (text, host) => {
    expect(parseEgressPolicy([text])).toEqual({ publicPorts: [443, 80], hosts: [host], networks: [] })
  })

  test.each([
    ['10.0.0.0/8', { cidr: '10.0.0.0/8' }],
    ['192.168.1.7', { cidr: '192.168.1.7/32' }],
    ['192.168.1.7:9000', { cidr: '192.168.1.7/32', port: 9000 }],
    ['fd00::/8', { cidr: 'fd00::/8' }],
    ['fc00::/7', { cidr: 'fc00::/7' }],
    ['::1', { cidr: '::1/128' }],
    ['[::1]', { cidr: '::1/128' }],
    ['[fd00::5]:9000', { cidr: 'fd00::5/128', port: 9000 }],
    ['::ffff:10.0.0.1', { cidr: '10.0.0.1/32' }],
    ['169.254.0.0/16', { cidr: '169.254.0.0/16' }],
  ])('%j is a network', (text, network) => {
    expect(parseEgressPolicy([text])).toEqual({ publicPorts: [443, 80], hosts: [], networks: [network] })
  })

  test.each([
    ['', '"" is not a host, host:port or CIDR'],
    ['*', '"*" is not a host name (wildcards are not supported)'],
    ['*.lan', '"*.lan" is not a host name (wildcards are not supported)'],
    ['grafana lan', '"grafana lan" is not a host name (wildcards are not supported)'],
    ['user@grafana.lan', '"user@grafana.lan" is not a host name (wildcards are not supported)'],
    ['-grafana', '"-grafana" is not a host name (wildcards are not supported)'],
    ['https://grafana.lan/x', '"https://grafana.lan/x" is a URL; give only its host'],
    ['grafana.lan/x', '"grafana.lan/x" is not a CIDR such as 10.0.0.0/8'],
    ['grafana.lan:', '"grafana.lan:" is not a host, host:port or CIDR'],
    ['grafana.lan:0', '"grafana.lan:0" has an invalid port: expected 1 to 65535'],
    ['grafana.lan:65536', '"grafana.lan:65536" has an invalid port: expected 1 to 65535'],
    ['grafana.lan:http', '"grafana.lan:http" is not a host, host:port or CIDR'],
    [':8080', '":8080" is not a host, host:port or CIDR'],
    ['256.1.1.1', '"256.1.1.1" is not a host name (wildcards are not supported)'],
    ['2130706433', '"2130706433" is another spelling of 127.0.0.1; use that'],
    ['0x7f.1', '"0x7f.1" is another spelling of 127.0.0.1; use that'],
    ['１２７.0.0.1', '"１２７.0.0.1" is another spelling of 127.0.0.1; use that'],
    ['[fd00::g]', '"[fd00::g]" is not an IP address'],
    ['fe80::1%eth0', '"fe80::1%eth0" is not an IP address'],
    ['0.0.0.0/0', '"0.0.0.0/0" is too wide: use /8 or longer'],
    ['128.0.0.0/1', '"128.0.0.0/1" is too wide: use /8 or longer'],
    ['::/0', '"::/0" is too wide: use /7 or longer'],
    ['10.0.0.0/33', '"10.0.0.0/33" is not a CIDR such as 10.0.0.0/8'],
    ['10/8', '"10/8" is not a CIDR such as 10.0.0.0/8'],
    ['10.0.0.0/8:80', '"10.0.0.0/8:80" is not a CIDR such as 10.0.0.0/8'],
    ['10.0.0.1/8', '"10.0.0.1/8" has bits set after its prefix; use 10.0.0.0/8'],
    ['fd00::1/8', '"fd00::1/8" has bits set after its prefix; use fd00::/8'],
    ['::ffff:10.0.0.0/104', '"::ffff:10.0.0.0/104" is an IPv4-mapped network; use the IPv4 CIDR'],
    ['169.254.169.254', '"169.254.169.254" is a cloud metadata address, which is never allowed'],
    ['169.254.169.254:80', '"169.254.169.254:80" is a cloud metadata address, which is never allowed'],
    ['[fd00:ec2::254]:80', '"[fd00:ec2::254]:80" is a cloud metadata address, which is never allowed'],
  ])('%j is refused', (text, message) => {
    expect(failureOf(() => parseEgressPolicy(['grafana.lan', text]))).toMatchObject({
      kind: 'refused',
      code: 'bad-allowance',
      message,
    })
  })

  test('that is refused says what is allowed instead', () => {
    const instead = ['10.0.0.1/8', '0x7f.1', 'https://grafana.lan:3000/x', '*'].map(
      (text) => failureOf(() => parseEgressPolicy([text])).parameters.instead,
    )
    expect(instead).toEqual(['10.0.0.0/8', '127.0.0.1', 'grafana.lan:3000', 'hooks.example.com:8443'])
  })
})
