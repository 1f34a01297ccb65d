/** Clients whose settings have a known form. */
export const clientTargets = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex'] as const
export type ClientTarget = (typeof clientTargets)[number]
