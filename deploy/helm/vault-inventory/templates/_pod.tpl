{{/* The parts that the pods of the service and of its migration have in common. */}}

{{- define "vault.podSecurity" -}}
runAsNonRoot: true
# The user `node` of the image.
runAsUser: 1000
runAsGroup: 1000
# So that it can read the files of secrets.
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "vault.containerSecurity" -}}
allowPrivilegeEscalation: false
# It writes nothing.
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "vault.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  {{- if kindIs "bool" $value }}
  # YAML reads on and off as booleans.
  value: {{ ternary "on" "off" $value | quote }}
  {{- else if kindIs "string" $value }}
  value: {{ $value | quote }}
  {{- else }}
  value: {{ int64 $value | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "vault.placement" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
