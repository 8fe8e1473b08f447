// Command provider-http is the Go peer of examples/provider-http: the same provider, as an author with kubebuilder writes it.
package main

import (
	"context"
	"flag"
	"os"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/klog/v2"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/util/flags"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	infrav1 "capstan.invalid/tools/peers/provider-http/api/v1beta1"
	"capstan.invalid/tools/peers/provider-http/internal/cloud"
	httpcontroller "capstan.invalid/tools/peers/provider-http/internal/controller"
	webhookv1beta1 "capstan.invalid/tools/peers/provider-http/internal/webhook/v1beta1"
)

// +kubebuilder:rbac:groups="",resources=events,verbs=create;patch
// +kubebuilder:rbac:groups=authentication.k8s.io,resources=tokenreviews,verbs=create
// +kubebuilder:rbac:groups=authorization.k8s.io,resources=subjectaccessreviews,verbs=create

var (
	scheme   = runtime.NewScheme()
	setupLog = ctrl.Log.WithName("setup")

	cloudCalls = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "http_cloud_calls_total",
		Help: "Calls of the cloud; the status is 0 without an answer",
	}, []string{"method", "status"})

	enableLeaderElection        bool
	leaderElectionLeaseDuration time.Duration
	leaderElectionRenewDeadline time.Duration
	leaderElectionRetryPeriod   time.Duration
	watchNamespace              string
	watchFilterValue            string
	concurrency                 int
	syncPeriod                  time.Duration
	webhookPort                 int
	webhookCertDir              string
	healthAddr                  string
	cloudURL                    string
	managerOptions              flags.ManagerOptions
)

func init() {
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(clusterv1.AddToScheme(scheme))
	utilruntime.Must(infrav1.AddToScheme(scheme))
	metrics.Registry.MustRegister(cloudCalls)
}

func initFlags(fs *pflag.FlagSet) {
	fs.BoolVar(&enableLeaderElection, "leader-elect", false, "Enable leader election, so that one manager is active.")
	fs.DurationVar(&leaderElectionLeaseDuration, "leader-elect-lease-duration", 15*time.Second, "How long candidates wait before they take the lease.")
	fs.DurationVar(&leaderElectionRenewDeadline, "leader-elect-renew-deadline", 10*time.Second, "How long the leader tries to renew the lease.")
	fs.DurationVar(&leaderElectionRetryPeriod, "leader-elect-retry-period", 2*time.Second, "How long clients wait between tries.")
	fs.StringVar(&watchNamespace, "namespace", "", "Namespace that is watched. Default: all.")
	fs.StringVar(&watchFilterValue, "watch-filter", "", "Value of the label "+clusterv1.WatchLabel+" that objects must have. Default: any.")
	fs.IntVar(&concurrency, "concurrency", 10, "Number of objects of a kind that are reconciled at a time.")
	fs.DurationVar(&syncPeriod, "sync-period", 10*time.Minute, "Time after which every object is reconciled again.")
	fs.IntVar(&webhookPort, "webhook-port", 9443, "Port of the webhooks.")
	fs.StringVar(&webhookCertDir, "webhook-cert-dir", "/tmp/k8s-webhook-server/serving-certs/", "Folder of the certificate of the webhooks.")
	fs.StringVar(&healthAddr, "health-addr", ":9440", "Address of the probes.")
	fs.StringVar(&cloudURL, "cloud-url", "http://127.0.0.1:8484", "Where the cloud is. The variable HTTP_CLOUD_URL takes precedence.")
	flags.AddManagerOptions(fs, &managerOptions)
}

func main() {
	klog.InitFlags(nil)
	initFlags(pflag.CommandLine)
	pflag.CommandLine.AddGoFlagSet(flag.CommandLine)
	pflag.Parse()
	ctrl.SetLogger(klog.Background())
	ctx := ctrl.SetupSignalHandler()

	mgr, err := newManager()
	if err != nil {
		setupLog.Error(err, "Unable to start manager")
		os.Exit(1)
	}
	if err := setup(ctx, mgr); err != nil {
		setupLog.Error(err, "Unable to set up manager")
		os.Exit(1)
	}
	if err := mgr.Start(ctx); err != nil {
		setupLog.Error(err, "Problem running manager")
		os.Exit(1)
	}
}

func newManager() (ctrl.Manager, error) {
	tlsOptions, metricsOptions, err := flags.GetManagerOptions(managerOptions)
	if err != nil {
		return nil, err
	}
	var watchNamespaces map[string]cache.Config
	if watchNamespace != "" {
		watchNamespaces = map[string]cache.Config{watchNamespace: {}}
	}
	return ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:                 scheme,
		LeaderElection:         enableLeaderElection,
		LeaderElectionID:       "controller-leader-election-http",
		LeaseDuration:          &leaderElectionLeaseDuration,
		RenewDeadline:          &leaderElectionRenewDeadline,
		RetryPeriod:            &leaderElectionRetryPeriod,
		HealthProbeBindAddress: healthAddr,
		Metrics:                *metricsOptions,
		Cache:                  cache.Options{DefaultNamespaces: watchNamespaces, SyncPeriod: &syncPeriod},
		Client: client.Options{Cache: &client.CacheOptions{
			DisableFor: []client.Object{&corev1.Secret{}, &corev1.Namespace{}},
		}},
		WebhookServer: webhook.NewServer(webhook.Options{Port: webhookPort, CertDir: webhookCertDir, TLSOpts: tlsOptions}),
	})
}

func setup(ctx context.Context, mgr ctrl.Manager) error {
	if url, found := os.LookupEnv("HTTP_CLOUD_URL"); found {
		cloudURL = url
	}
	cloudClient := &cloud.Client{
		URL: cloudURL,
		OnCall: func(method string, status int) {
			cloudCalls.WithLabelValues(method, strconv.Itoa(status)).Inc()
		},
	}
	options := controller.Options{MaxConcurrentReconciles: concurrency}
	if err := (&httpcontroller.HttpClusterReconciler{
		Client:           mgr.GetClient(),
		Cloud:            cloudClient,
		WatchFilterValue: watchFilterValue,
	}).SetupWithManager(ctx, mgr, options); err != nil {
		return err
	}
	if err := (&httpcontroller.HttpMachineReconciler{
		Client:           mgr.GetClient(),
		Cloud:            cloudClient,
		WatchFilterValue: watchFilterValue,
	}).SetupWithManager(ctx, mgr, options); err != nil {
		return err
	}
	if err := (&webhookv1beta1.HttpMachineWebhook{Cloud: cloudClient}).SetupWebhookWithManager(mgr); err != nil {
		return err
	}
	if err := (&webhookv1beta1.HttpClusterWebhook{}).SetupWebhookWithManager(mgr); err != nil {
		return err
	}
	if err := webhookv1beta1.SetupTemplateWebhooksWithManager(mgr); err != nil {
		return err
	}
	if err := mgr.AddReadyzCheck("webhook", mgr.GetWebhookServer().StartedChecker()); err != nil {
		return err
	}
	return mgr.AddHealthzCheck("webhook", mgr.GetWebhookServer().StartedChecker())
}
