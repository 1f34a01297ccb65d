export const powershellScript = `# txwarden completion for PowerShell (untested)
Register-ArgumentCompleter -Native -CommandName txwarden -ScriptBlock {
    param($typed, $commandAst, $cursor)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursor } |
        Select-Object -Skip 1 |
        ForEach-Object { $_.Extent.Text.Trim("'", '"') })
    # PowerShell before 7.3 drops empty arguments.
    $last = if ($typed -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { $typed }
    & $commandAst.CommandElements[0].Value __complete @words $last 2>$null | ForEach-Object {
        $value, $description = $_ -split [char]9, 2
        if ($value -eq ':files') { return }
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
`
