{{/* Refuses values that cannot work, all faults at once; values.schema.json refuses wrong types. */}}
{{- define "vault.checks" -}}
{{- $faults := list -}}
{{- if not .Values.image.repository -}}
{{- $faults = append $faults "image.repository: name the image, such as registry.example.com/vault-inventory" -}}
{{- end -}}
{{- if not .Values.database.existingSecret -}}
{{- $faults = append $faults (printf "database.existingSecret: name the Secret with the keys %s and %s" .Values.database.serviceUrlKey .Values.database.ownerUrlKey) -}}
{{- end -}}
{{- if not .Values.secretsKey.existingSecret -}}
{{- $faults = append $faults (printf "secretsKey.existingSecret: name the Secret with the key %s (openssl rand -base64 32)" .Values.secretsKey.key) -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- $faults = append $faults "ingress.host: name the host, since ingress.enabled is true" -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.enabled) -}}
{{- $faults = append $faults "metrics.enabled: must be true, since metrics.serviceMonitor.enabled is" -}}
{{- end -}}
{{- with $faults -}}
{{- fail (printf "\n  %s\n" (join "\n  " .)) -}}
{{- end -}}
{{- end }}
