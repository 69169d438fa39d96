{{/* Name of an object of one service: (dict "root" $ "name" "gateway") */}}
{{- define "plat.name" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "plat.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{/* The pods that serve; those of jobs have the same name and are no part of deployments and disruption budgets. */}}
{{- define "plat.serving" -}}
{{ include "plat.selector" . }}
app.kubernetes.io/component: service
{{- end }}

{{- define "plat.labels" -}}
{{ include "plat.selector" . }}
app.kubernetes.io/component: {{ .component | default "service" }}
app.kubernetes.io/part-of: plat
app.kubernetes.io/version: {{ (index .root.Values.services .name).tag | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/*
Settings of a service: its own, then those of all. A gateway behind an ingress or a route reads clients' addresses from
what that proxy says: otherwise all people had one address, that of the proxy, and one limit of failed sign-ins.
*/}}
{{- define "plat.config" -}}
{{- $service := index .root.Values.services .name -}}
{{- $isBehindProxy := and (eq .name "gateway") (or .root.Values.ingress.enabled .root.Values.httpRoute.enabled) -}}
{{- $proxy := ternary (dict "TRUST_PROXY" "1") (dict) $isBehindProxy -}}
{{- merge (dict) ($service.config | default dict) (.root.Values.config | default dict) $proxy | toYaml -}}
{{- end }}

{{- define "plat.secretName" -}}
{{- $service := index .root.Values.services .name -}}
{{- $service.existingSecret | default (include "plat.name" .) -}}
{{- end }}

{{/* The backing services that a service uses. */}}
{{- define "plat.backingServices" -}}
{{- index (dict "gateway" "nats redis" "keys" "nats redis mongo" "listings" "nats mongo" "search" "nats elasticsearch") .name -}}
{{- end }}

{{/* What a container of a service has in common with the jobs that run its image. */}}
{{- define "plat.container" -}}
{{- $service := index .root.Values.services .name -}}
{{- $registry := required "image.registry is not set: where your releases put their images, such as registry.example.com/plat (docs/develop/releasing.md)" .root.Values.image.registry -}}
image: {{ printf "%s/%s:%s" $registry .name $service.tag | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
envFrom:
  - configMapRef:
      name: {{ include "plat.name" . }}
  {{- if or $service.existingSecret $service.secret }}
  - secretRef:
      name: {{ include "plat.secretName" . }}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- range $at, $file := concat .root.Values.files ($service.files | default list) }}
  - name: files-{{ $at }}
    mountPath: {{ $file.mountPath }}
    readOnly: true
  {{- end }}
{{- end }}

{{/*
Not made here: a chart that is rendered elsewhere than in its cluster would make another one each time, and every session
would end. Where a Secret is there already, what is in it is not known.
*/}}
{{- define "plat.signingKeySecret" -}}
{{- $keys := .root.Values.services.keys -}}
{{- $named := or $keys.existingSecret (hasKey ($keys.secret | default dict) "SIGNING_KEY_SECRET") (hasKey ($keys.config | default dict) "SIGNING_KEY_SECRET") -}}
{{- required "services.keys.secret.SIGNING_KEY_SECRET is not set: what 'openssl rand -hex 32' prints once, or existingSecret with it. An installation without one keeps its sessions. Set to \"\", the keys that sign session tokens stand in the database in clear (docs/operate/upgrades.md)" (ternary "set" "" (not (empty $named))) -}}
{{- end }}

{{- define "plat.pod" -}}
{{- $service := index .root.Values.services .name -}}
serviceAccountName: {{ include "plat.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
  {{- range $at, $file := concat .root.Values.files ($service.files | default list) }}
  - name: files-{{ $at }}
    secret:
      secretName: {{ $file.secret }}
      defaultMode: 0440
  {{- end }}
{{- end }}
