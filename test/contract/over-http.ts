import type { Request, Target } from './target.ts'

/** Carries requests to a base address over real HTTP. */
export function sendTo(baseUrl: string): Target['send'] {
  return async ({ method, path, headers, body }: Request) => {
    const response = await fetch(new URL(baseUrl.replace(/\/$/, '') + path), {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
}
