import { expect, test } from 'vitest'
import { systemErrorCode } from '../../src/shared/system/system-error-code.ts'

test.each([
  ['a failed call on a file', { code: 'ENOSPC', syscall: 'write' }, 'ENOSPC'],
  [
    'a call about the system',
    { code: 'ERR_SYSTEM_ERROR', syscall: 'uv_os_homedir', info: { code: 'EMFILE' } },
    'EMFILE',
  ],
  ['a quota, which has no name', { code: 'Unknown system error -122', errno: -122, syscall: 'write' }, 'EDQUOT'],
  ['no system call', { code: 'ERR_INVALID_ARG_TYPE' }, undefined],
])('%s', (_, members, code) => {
  expect(systemErrorCode(Object.assign(new Error('failed'), members))).toBe(code)
})
