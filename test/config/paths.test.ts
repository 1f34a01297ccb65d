import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDatabaseOf, pathsOf } from '../../src/config/paths.ts'

test('everything is below TXWARDEN_HOME when it is set', () => {
  expect(pathsOf({ TXWARDEN_HOME: '/srv/warden' })).toEqual({ config: '/srv/warden', data: '/srv/warden' })
})

test('otherwise the system folders are used', () => {
  const { config, data } = pathsOf({})
  expect(config).toMatch(/txwarden/)
  expect(data).toMatch(/txwarden/)
  expect(config + data).not.toContain('nodejs')
})

test('a profile name never leaves the folder', () => {
  const paths = pathsOf({ TXWARDEN_HOME: '/srv/warden' })
  expect(defaultDatabaseOf('../../etc/x', paths)).toBe(join('/srv/warden', '..%2F..%2Fetc%2Fx.db'))
})

test('an empty HOME is refused: the database would be created in the current folder', () => {
  expect(() => pathsOf({ HOME: '' })).toThrow('HOME is empty: set HOME or TXWARDEN_HOME')
  expect(pathsOf({ HOME: '', TXWARDEN_HOME: '/srv/warden' }).data).toBe('/srv/warden')
})
